import { useRowsInSight } from '#web/kit/use-rows-in-sight.ts'

/** px; every row is as high, so that those out of sight need not be drawn. */
export const ROW_HEIGHT = 76
const BEYOND = 6
/** Drawn whole: a short bill needs no window. */
const FEW = 60

/** Which of `count` rows of a scrolled box are to be drawn. */
export function useRows(count: number) {
  const { first, last, ...scrolled } = useRowsInSight({ count, height: ROW_HEIGHT, beyond: BEYOND })
  return count <= FEW ? { ...scrolled, first: 0, last: count } : { ...scrolled, first, last }
}
