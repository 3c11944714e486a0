import { Skeleton } from '#web/kit/states.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { addInvitees, orderInvitees, removeInvitee } from '../../../contract/follow-up.ts'
import { type ChosenSuppliers, SupplierPicker } from './supplier-picker.tsx'
import { InviteeTable } from './invitee-table.tsx'
import { useBuyer } from '../use-buyer.ts'

const REASON = '具备承担本项目的能力，资信良好'

interface InviteeDraftProps {
  /** Undefined: not saved yet. */
  orderId: string | undefined
  /** Saves the order first; its id, or null where it could not be saved. */
  onSave: () => Promise<string | null>
  /** They stand on the list of this order now. */
  onAdded: (orderId: string) => void
}

/** Who a draft will invite: chosen and removed one by one, told when it is published. */
export function InviteeDraft({ orderId, onSave, onAdded }: InviteeDraftProps) {
  const query = useCall(orderInvitees, { params: { orderId: orderId ?? '' } }, { enabled: orderId !== undefined })
  const add = useAction(addInvitees, { success: '已列入受邀名单' })
  const remove = useAction(removeInvitee, { success: '已移除' })
  const { maxSuppliers } = useBuyer().method
  // Who is on the list decides whether anybody else may be asked.
  if (query.isLoading) return <Skeleton lines={3} />
  const rows = query.data?.rows ?? []
  const choose = async (body: ChosenSuppliers) => {
    const saved = await onSave()
    if (!saved) return false
    const outcome = await add.run({ params: { orderId: saved }, body })
    if (outcome.ok) onAdded(saved)
    return outcome.ok
  }
  return (
    <>
      {orderId !== undefined && rows.length > 0 && (
        <InviteeTable
          orderId={orderId}
          rows={rows}
          onRemove={({ companyId }) => void remove.run({ params: { orderId, companyId } })}
        />
      )}
      {rows.length < maxSuppliers && (
        <SupplierPicker
          taken={rows.map((row) => row.companyId)}
          reason={{ label: '邀请理由', placeholder: '如：具备相应资质和同类项目业绩', initial: REASON }}
          submit="列入受邀名单"
          busy={add.busy}
          onChoose={choose}
        />
      )}
    </>
  )
}
