/**
 * What every connection asks PostgreSQL for, beside its time limits.
 *
 * Planning: where a server compiles what looks expensive (`jit`), that takes longer than any statement of ours runs. Joins are tried in
 * other orders four at a time: the rows of a page, with ten joins, are planned in 0.9 ms instead of 5 ms, and a connection plans a
 * statement six times before it keeps the plan. No statement of ours is worth the start of further processes, which a walk in a loop
 * would start again for each week: a common name among ten million visits 40 ms; with them 1,300 ms. A page that lies anywhere costs hardly
 * more than the next one, as on no disk that turns: by PostgreSQL's own guess all of ten thousand visits were read and sorted, 6.6 ms instead
 * of 2.8 by their index, as soon as that had grown in disorder.
 *
 * The index of whose visits the access log shows sorts its entries in later, so that a page of fifty visits is written at once. What waits
 * for that is read through by each search for a visit, and sorted in by whoever fills it up: with the usual 4 MB the log of a visit took 9 ms
 * among a million rows, with 256 kB it takes 2 ms.
 */
export const sessionSettings = {
  jit: "off",
  join_collapse_limit: 4,
  random_page_cost: 1.1,
  max_parallel_workers_per_gather: 0,
  gin_pending_list_limit: "256kB",
} as const;
