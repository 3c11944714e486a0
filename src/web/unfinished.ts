import { useEffect } from 'react'

let unfinished = 0

/** While `is` true, something on the page has been begun (a file being sent) that a changing call would leave out. */
export function useUnfinished(is: boolean): void {
  useEffect(() => {
    if (!is) return
    unfinished++
    return () => void unfinished--
  }, [is])
}

/** Whether something on the page is not finished yet. */
export function hasUnfinished(): boolean {
  return unfinished > 0
}
