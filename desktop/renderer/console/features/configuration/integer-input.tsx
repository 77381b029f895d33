import { NumberInput, type NumberInputProps } from "@mantine/core";

/** Number input whose invalid values stay, with the contract's error. */
export const IntegerInput = (props: NumberInputProps) => (
  <NumberInput allowDecimal={false} allowNegative={false} clampBehavior="none" hideControls {...props} />
);
