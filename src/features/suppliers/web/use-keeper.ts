import { useSession } from '#web/shell/session.ts'

/** Whether the person keeps the library; an auditor only reads it. */
export function useKeeper(): boolean {
  return useRight('supplierManagement')
}

/** Whether the person may recommend suppliers. */
export function useProposer(): boolean {
  const isKeeper = useKeeper()
  return useRight('tendering') || isKeeper
}

function useRight(right: 'supplierManagement' | 'tendering'): boolean {
  return useSession().employee?.rights.includes(right) ?? false
}
