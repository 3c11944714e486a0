import { useState } from 'react'

/**
 * The first value that was known. For what decides how a page begins: an act of the person changes it under their hands,
 * and what they are shown of that act must stay.
 */
export function useFirst<T>(value: T | undefined): T | undefined {
  const [first, setFirst] = useState(value)
  if (first !== undefined || value === undefined) return first
  setFirst(value)
  return value
}
