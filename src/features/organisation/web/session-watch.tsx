import { useCallback, useEffect, useState } from 'react'
import { employeeOneself, menus } from '#web/platform.ts'
import { CallError, call } from '#web/call.ts'
import { onStreamLost, useLive } from '#web/live.ts'
import { enterWorkbench, rememberedWorkbench, session, useSession } from '#web/shell/session.ts'

/**
 * Keeps what the page knows of the person true: who is disabled learns it at once, changed rights and menus show without
 * loading the page again. Only the tab that is looked at listens: a browser has few connections to one server.
 */
export function Part() {
  const { person, employee, phase, disabled } = useSession()
  const visible = useVisible()
  const active = phase === 'in' && visible && !disabled
  const companyId = employee?.company?.companyId
  const own = person ? [`user:${person.userId}`, 'menus:all', ...(companyId ? [`company:${companyId}`] : [])] : []
  const topics = active ? own : []
  const check = useCallback(() => void lookAgain(), [])
  useLive(
    topics,
    ({ kind }) => {
      if (kind.startsWith('employee.')) check()
      if (kind !== 'menus.changed') return
      // Every open page of the tenant hears it: they do not ask all at once.
      const rest = Math.random() * SPREAD_MS
      setTimeout(check, rest)
      // A node may know a person's rights as they were two seconds ago.
      setTimeout(check, rest + 2_500)
    },
    check,
  )
  // The server ends the streams of somebody who is disabled, changed or logged out.
  useEffect(() => (active ? onStreamLost(check) : undefined), [active, check])
  return null
}

const SPREAD_MS = 2_000

let looking = false

/** Asks the server who the person is now, and brings the session up to date. One at a time. */
async function lookAgain(): Promise<void> {
  const before = session.get()
  if (looking || before.phase !== 'in' || before.disabled) return
  looking = true
  try {
    const employee = await call(employeeOneself)
    const disabled = employee.status === 0 || employee.company?.status === 0
    if (disabled) return session.set({ employee, disabled })
    // No longer one of the company: everything starts anew, from the choice of a company.
    if (before.employee?.employeeId && !employee.employeeId) return session.set({ phase: 'new' })
    session.set({
      employee,
      rights: new Set(employee.rights),
      workbenches: employee.workbenches,
      menus: await call(menus),
    })
    const { workbench } = before
    if (before.person && (!workbench || !employee.workbenches.includes(workbench)))
      enterWorkbench(rememberedWorkbench(before.person.userId, employee.workbenches))
  } catch (error) {
    // A server that cannot be reached changes nothing: the stream comes back, and we look again.
    if (!(error instanceof CallError)) throw error
  } finally {
    looking = false
  }
}

function useVisible(): boolean {
  const [visible, setVisible] = useState(() => document.visibilityState === 'visible')
  useEffect(() => {
    const changed = () => {
      setVisible(document.visibilityState === 'visible')
      if (document.visibilityState === 'visible') void lookAgain()
    }
    document.addEventListener('visibilitychange', changed)
    return () => document.removeEventListener('visibilitychange', changed)
  }, [])
  return visible
}
