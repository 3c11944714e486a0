import { useSession } from '#web/shell/session.ts'

/** Whether the person keeps agreements, and whether it may order from them. */
export function useRights() {
  const rights = useSession().employee?.rights ?? []
  const keeps = rights.includes('frameAgreement')
  return { keeps, orders: keeps || rights.includes('performanceHandling') }
}
