import { useMemo } from 'react'
import { WORKBENCHES } from '#contract/workbench.ts'
import type { MenuItem } from '../platform.ts'
import { hasRight } from '../screen.ts'
import { useFeatures } from './feature-tables.ts'
import { screenAt } from './guard.ts'
import { usableMenu } from './menu-tree.ts'
import { useSession } from './session.ts'

/** The menu of the workbench, as far as this person may open it. */
export function useWorkbenchMenu(): MenuItem[] {
  const { menus, workbench, rights } = useSession()
  const { tableOf } = useFeatures()
  return useMemo(() => {
    if (!menus || !workbench) return []
    const table = tableOf(workbench)
    return usableMenu(menus[WORKBENCHES[workbench].menu], (path) => {
      const screen = screenAt(table, path)?.handle ?? null
      return screen && hasRight(screen, rights) ? screen : null
    })
  }, [menus, workbench, rights, tableOf])
}
