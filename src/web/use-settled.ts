import { useEffect, useState } from 'react'

/** The value once the person has paused typing, for `rest` ms: what is dear to derive is derived once, not by every key. */
export function useSettled<T>(value: T, rest: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), rest)
    return () => clearTimeout(timer)
  }, [value, rest])
  return settled
}
