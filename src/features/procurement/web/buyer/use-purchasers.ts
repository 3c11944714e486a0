import { useCall } from '#web/use-call.ts'
import { partnerCompanies } from '../../contract/project.ts'
import { useBuyer } from './use-buyer.ts'

/** The purchasers that an agency may buy for, as choices of a filter; none for a purchaser, who buys for itself. */
export function usePurchasers(): { value: string; label: string }[] {
  const isAgency = useBuyer().side === 'agency'
  const { data = [] } = useCall(partnerCompanies, { query: { kind: 'purchaser' } }, { enabled: isAgency })
  return data.map(({ companyId, name }) => ({ value: companyId, label: name }))
}
