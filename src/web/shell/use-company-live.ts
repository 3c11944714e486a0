import { useLive } from '../live.ts'
import { useSession } from './session.ts'

/** Listens to what happens to the own company under a topic (`invoices:<companyId>`), or to the platform as a party. */
export function useCompanyLive(prefix: string, isPlatform = false): void {
  const { employee } = useSession()
  const party = isPlatform ? 'platform' : employee?.company?.companyId
  useLive(party ? `${prefix}:${party}` : '')
}
