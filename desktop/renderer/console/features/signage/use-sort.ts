import { useMutation } from "@tanstack/react-query";
import { type SignageItem, sortSignage } from "#contract/signage.ts";
import { call } from "../../lib/api.ts";
import { queryClient } from "../../lib/query-client.ts";
import { type SignageList, signageQuery } from "./queries.ts";

const inOrder = (items: readonly SignageItem[], ids: readonly number[]): SignageItem[] => {
  const moved = ids.flatMap((id) => items.find((item) => item.id === id) ?? []);
  return [...moved, ...items.filter(({ id }) => !ids.includes(id))];
};

const inOrderOf = (list: SignageList, ids: readonly number[]): SignageList => ({
  ...list,
  items: inOrder(list.items, ids),
  flowTexts: inOrder(list.flowTexts, ids),
});

const mutationKey = ["signage", "sort"];

/**
 * Puts items in a new order: at once on this screen, and back as it was where the server does not take it. What runs
 * along the bottom has an order of its own and stays where it is.
 */
export const useSort = () =>
  useMutation({
    mutationKey,
    // one after the other: the last order is the one that stays
    scope: { id: "signage-sort" },
    mutationFn: (ids: readonly number[]) =>
      call(sortSignage, { body: { dispOrders: ids.map((id, at) => ({ id, dispOrder: at + 1 })) } }),
    onMutate: async (ids) => {
      const { queryKey } = signageQuery;
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, (list) => list && inOrderOf(list, ids));
    },
    onSettled: () => {
      if (queryClient.isMutating({ mutationKey }) === 1)
        void queryClient.invalidateQueries({ queryKey: ["signage"] });
    },
  });
