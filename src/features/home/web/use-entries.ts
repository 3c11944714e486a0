import { hasRight, inWorkbench } from '#web/screen.ts'
import { useFeatures } from '#web/shell/feature-tables.ts'
import { screenAt } from '#web/shell/guard.ts'
import { useSession } from '#web/shell/session.ts'
import { ENTRIES } from './entries.ts'

/** Whether the person may open an address from its workbench. */
export function useMayOpen(): (to: string) => boolean {
  const { workbench, rights } = useSession()
  const { tableOf } = useFeatures()
  return (to) => {
    const screen = workbench && screenAt(tableOf(workbench), to.replace(/[?#].*$/, ''))
    return Boolean(screen && hasRight(screen.handle, rights))
  }
}

/** The quick entries that the person may open. */
export function useEntries() {
  const { workbench } = useSession()
  const mayOpen = useMayOpen()
  return ENTRIES.filter((entry) => inWorkbench(entry, workbench) && mayOpen(entry.to))
}
