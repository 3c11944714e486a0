import { addInvitees } from '#features/procurement/contract/follow-up.ts'
import { orderPage } from '#features/procurement/contract/order.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { useCall } from '#web/use-call.ts'
import type { SupplierDraw } from './draw-drawer.tsx'

interface Values {
  orderId: string
  companyIds: string[]
}

/** Takes who was drawn over into the invitations of an own draft. */
export function InviteDialog({ draw, onClose }: { draw: SupplierDraw; onClose: () => void }) {
  const orders = useCall(orderPage, { query: { pageSize: 100 } })
  const drawn = draw.pool.filter(({ rank }) => rank !== null)
  const drafts = (orders.data?.rows ?? []).filter(
    ({ state, admission }) => state === 'publish.draft' && admission === 'invited',
  )
  return (
    <ActionDialog<typeof addInvitees, Values>
      title="列入受邀供应商"
      endpoint={addInvitees}
      hint="列入草稿状态、采用邀请方式的采购单；发布后通知供应商。"
      initial={{ companyIds: drawn.filter(({ rank }) => rank! <= draw.number).map(({ companyId }) => companyId) }}
      fields={[
        {
          kind: 'select',
          name: 'orderId',
          label: '采购单',
          required: true,
          searchable: true,
          options: drafts.map(({ orderId, title, code }) => ({ value: orderId, label: `${title}（${code}）` })),
        },
        {
          kind: 'select',
          name: 'companyIds',
          label: '供应商',
          required: true,
          multiple: true,
          options: drawn.map(({ companyId, name, rank }) => ({
            value: companyId,
            label: rank! <= draw.number ? name : `${name}（备选）`,
          })),
        },
      ]}
      input={({ orderId, companyIds }) => ({
        params: { orderId },
        body: { companyIds, reason: `随机抽取：${draw.title}` },
      })}
      success="已列入受邀供应商"
      onClose={onClose}
    />
  )
}
