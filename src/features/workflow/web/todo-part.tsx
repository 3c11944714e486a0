import { useEffect } from 'react'
import { setBadge } from '#web/badges.ts'
import { useCall } from '#web/use-call.ts'
import { todoCount } from '../contract/lists.ts'
import { TODO_LIST } from '../rules/addresses.ts'

const POLL_MS = 60_000

/** Keeps the number of open to-dos beside the user menu's entry current; draws nothing itself. */
export function Part() {
  const { data } = useCall(todoCount, undefined, { every: POLL_MS })
  const count = data?.todo ?? 0
  useEffect(() => setBadge(TODO_LIST, count), [count])
  // Another workbench has other tasks, or none: its own part sets the number anew.
  useEffect(() => () => setBadge(TODO_LIST, 0), [])
  return null
}
