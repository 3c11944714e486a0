import { useSession } from '#web/shell/session.ts'

/** Whether there are colleagues, whose work is told apart from one's own. */
export function useHasCompany(): boolean {
  const { workbench, employee } = useSession()
  return Boolean(employee?.company) && workbench !== 'expert' && workbench !== 'admin'
}
