import { useMemo } from 'react'
import type { MenuItem } from '#web/platform.ts'
import { useWorkbenchMenu } from '#web/shell/use-workbench-menu.ts'
import { useEntries } from './use-entries.ts'
import { INBOX } from './use-inbox.ts'

/** One row of the palette. */
export interface Choice {
  key: string
  /** What it is, e.g. 页面. */
  what: string
  title: string
  code: string
  to: string
}

const SHOWN = 8

/** What the person starts often, and the pages of its menus, whose names hold the text; the first few without any. */
export function usePages(text: string): Choice[] {
  const menu = useWorkbenchMenu()
  const entries = useEntries()
  return useMemo(() => {
    const pages = [
      ...entries.filter(({ starts }) => starts).map(({ label, to }) => choice('新建', label, to)),
      choice('页面', '待办', INBOX),
      ...leaves(menu).map(({ title, to }) => choice('页面', title, to)),
      ...entries.filter(({ starts }) => !starts).map(({ label, to }) => choice('页面', label, to)),
    ]
    const wanted = text.toLowerCase()
    const seen = new Set<string>()
    return pages
      .filter(({ title, to }) => {
        if (seen.has(to) || !title.toLowerCase().includes(wanted)) return false
        seen.add(to)
        return true
      })
      .slice(0, text === '' ? SHOWN * 2 : SHOWN)
  }, [menu, entries, text])
}

function choice(what: string, title: string, to: string): Choice {
  return { key: `page:${to}`, what, title, code: '', to }
}

/** Pages of a menu, each with the item it stands under. */
function leaves(items: readonly MenuItem[], above = ''): { title: string; to: string }[] {
  return items.flatMap((item) => {
    const title = above === '' || above === item.name ? item.name : `${above} › ${item.name}`
    return [...(item.path ? [{ title, to: item.path }] : []), ...leaves(item.children ?? [], item.name)]
  })
}
