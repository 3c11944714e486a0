/** Said beside the total of an offer that prices a part of the bill only: it is not to be compared with whole ones. */
export function partialText({ lines, of }: { lines: number; of: number }): string {
  return `部分报价，${lines}/${of} 行`
}
