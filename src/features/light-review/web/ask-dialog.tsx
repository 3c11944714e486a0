import type { InputOf } from '#contract/endpoint.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { askSupplier, type ReviewPage } from '../contract.ts'
import { ASK_KINDS, type AskKind } from '../rules/review.ts'

const KIND_OPTIONS = (Object.keys(ASK_KINDS) as AskKind[]).map((value) => ({ value, label: ASK_KINDS[value] }))

/** Asks one supplier for a file or the explanation of its price. */
export function AskDialog({ page, onClose }: { page: ReviewPage; onClose: () => void }) {
  return (
    <ActionDialog
      title="要求供应商补充"
      endpoint={askSupplier}
      schema={askSupplier.body}
      initial={{ kind: 'file', content: '' }}
      fields={[
        {
          kind: 'select',
          name: 'tradeId',
          label: '供应商',
          required: true,
          options: page.suppliers.map(({ tradeId, supplierName }) => ({ value: tradeId, label: supplierName })),
        },
        { kind: 'radio', name: 'kind', label: '内容', required: true, options: KIND_OPTIONS },
        { kind: 'text', name: 'title', label: '文件名称或者说明事项', required: true, maxLength: 100 },
        { kind: 'area', name: 'content', label: '具体要求', rows: 3, maxLength: 2000 },
        { kind: 'instant', name: 'deadline', label: '提交截止时间', required: true, future: true },
      ]}
      input={(body: InputOf<typeof askSupplier>['body']) => ({ params: { orderId: page.orderId }, body })}
      hint="仅该供应商会收到通知，其他供应商不会得知。"
      success="要求已发送"
      onClose={onClose}
    />
  )
}
