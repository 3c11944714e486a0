import { createContext, useContext } from 'react'
import type { Place } from '../rules/placeholders.ts'

/** Where a placeholder goes: the text the person is in, and how to write there. */
export interface Insert {
  place: Place
  write: (text: string) => void
}

export const InsertContext = createContext<(insert: Insert) => void>(() => {})

/** Tells the editor page which text the person has entered. */
export function useInsert(): (insert: Insert) => void {
  return useContext(InsertContext)
}
