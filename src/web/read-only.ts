import { createContext, useContext } from 'react'

/** True below a screen that is shown inside another page, to be read only. */
export const ReadOnlyContext = createContext(false)

/** Whether what is drawn here is for reading only: no actions, no title of the window, nothing that changes anything. */
export function useReadOnly(): boolean {
  return useContext(ReadOnlyContext)
}
