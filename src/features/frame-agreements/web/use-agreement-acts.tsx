import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { approvalNode } from '#features/workflow/contract/businesses.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { askText } from '#web/kit/ask-text.tsx'
import { ApprovalFields, type ApprovalInput, confirmStep, toldOf } from '#web/kit/confirm-step.tsx'
import { ask } from '#web/feedback.ts'
import { answerOf, useAction, useCall } from '#web/use-call.ts'
import * as c from '../contract/agreement.ts'
import { AGREEMENTS, competePlace, editPlace, orderPlace } from '../rules/places.ts'
import type { AgreementAction } from '../rules/status.ts'
import type { Entry } from './agreement-entries.tsx'
import { LineInputs, type LineValues } from '#web/kit/line-inputs.tsx'
import { enteredOf, pricesOf } from './entered-prices.ts'
import { NO_E_SIGNATURE, options, priceText } from './words.ts'

type Agreement = OutputOf<typeof c.agreementDetail>

const ENTRY_TEXTS: Record<string, { title: string; hint: string; okText: string }> = {
  withdraw: { title: '撤回', hint: '撤回后该供应商不能再确认，其他供应商不受影响。', okText: '撤回' },
  suspend: { title: '暂停', hint: '暂停后不能向该供应商下达新订单，已下订单继续履行。', okText: '暂停' },
  resume: { title: '恢复', hint: '恢复后可以继续下达订单。', okText: '恢复' },
  exit: { title: '退出协议', hint: '退出后不可恢复；已下订单继续履行和付款。', okText: '退出' },
}

/** What is done with an agreement and its suppliers; `dialog` is to be drawn. */
export function useAgreementActs(agreementId: string) {
  const navigate = useNavigate()
  const params = { agreementId }
  const [dialog, setDialog] = useState<ReactNode>(null)
  const close = () => setDialog(null)
  const rule = answerOf(useCall(approvalNode, { params: { type: 'frameAgreement', node: 'send' } }))
  const send = useAction(c.sendAgreement, { success: toldOf('已提交供应商确认') })
  const remove = useAction(c.removeAgreement, {
    success: '已删除',
    onDone: () => void navigate(AGREEMENTS, { replace: true }),
  })
  const recall = useAction(c.recallAgreement, { success: '已撤回' })
  const end = useAction(c.endAgreement, { success: '协议已终止' })
  const renew = useAction(c.renewAgreement, {
    success: '续签的协议草稿已生成',
    onDone: (made) => void navigate(editPlace(made.agreementId)),
  })
  const entryAct = useAction(c.actOnEntry, { success: '已办理' })
  const recallPrices = useAction(c.recallAdjustment, { success: '调价已撤回' })
  const acts: Record<AgreementAction, (agreement: Agreement) => void | Promise<unknown>> = {
    edit: () => navigate(editPlace(agreementId)),
    remove: () => remove.run({ params }),
    send: async ({ entries }) =>
      confirmStep(
        {
          title: '提交供应商确认',
          content: `本单位确认协议内容，提交 ${entries.length} 家供应商分别确认；各供应商只看到自己的价格和份额。${NO_E_SIGNATURE}`,
          okText: '确认并提交',
        },
        await rule(),
        (approval) => send.run({ params, body: approval }),
      ),
    recall: () => recall.run({ params }),
    order: () => navigate(orderPlace(agreementId)),
    compete: () => navigate(competePlace(agreementId)),
    renew: () => renew.run({ params }),
    supplement: (agreement) => setDialog(<Supplement agreement={agreement} onClose={close} />),
    end: () =>
      askText({
        title: '终止协议',
        hint: '终止后不能再下达订单；已下订单继续履行和付款。终止后不可恢复。',
        okText: '终止',
        danger: true,
        run: (reason) => end.run({ params, body: { reason } }),
      }),
  }
  const actOnEntry = async (action: string, agreement: Agreement, entry: Entry) => {
    const at = { agreementId, entryId: entry.entryId }
    if (action === 'adjust') return setDialog(<Adjust agreement={agreement} entry={entry} onClose={close} />)
    if (action === 'recallAdjustment') {
      const sure = await ask({ title: '撤回调价', content: '撤回供应商尚未答复的调价？', okText: '撤回' })
      return sure ? void recallPrices.run({ params: at }) : undefined
    }
    const { title, hint, okText } = ENTRY_TEXTS[action]!
    return askText({
      title: `${title}：${entry.supplierName}`,
      hint,
      okText,
      danger: action !== 'resume',
      run: (reason) => entryAct.run({ params: at, body: { action: action as 'suspend', reason } }),
    })
  }
  return {
    act: (action: string, agreement: Agreement) => acts[action as AgreementAction](agreement),
    actOnEntry: (action: string, agreement: Agreement, entry: Entry) => void actOnEntry(action, agreement, entry),
    dialog,
  }
}

interface SupplementValues {
  companyId: string
  share?: string
  prices: LineValues
  approval?: ApprovalInput
}

function Supplement({ agreement, onClose }: { agreement: Agreement; onClose: () => void }) {
  const { data: suppliers = [] } = useCall(c.agreementSuppliers, {})
  const taken = new Set(agreement.entries.map(({ companyId }) => companyId))
  const free = suppliers.filter(({ companyId, admission }) => !taken.has(companyId) && admission?.level !== 'block')
  return (
    <ActionDialog
      title="补充供应商"
      endpoint={c.supplementAgreement}
      width={860}
      hint="补充的供应商确认后即可下达订单；协议期限和条款不变。"
      fields={[
        {
          kind: 'select',
          name: 'companyId',
          label: '供应商',
          required: true,
          searchable: true,
          options: options(Object.fromEntries(free.map(({ companyId, name }) => [companyId, name]))),
        },
        { kind: 'quantity', name: 'share', label: '份额', unit: '%', help: '不填即不单独分配' },
        {
          kind: 'custom',
          name: 'prices',
          label: '协议价',
          wide: true,
          control: (
            <LineInputs
              label="补充"
              lines={agreement.items}
              fields={[
                { name: 'unitPrice', title: '协议价' },
                { name: 'quantity', title: '该供应商数量', placeholder: () => '不单独约定' },
              ]}
            />
          ),
        },
        { kind: 'custom', name: 'approval', label: '审批', control: <ApprovalOf node="supplement" /> },
      ]}
      input={({ companyId, share, prices, approval }: SupplementValues) => ({
        params: { agreementId: agreement.agreementId },
        body: {
          companyId,
          share: share || null,
          prices: pricesOf(agreement.items, prices),
          ...(approval && { approval }),
        },
      })}
      success={toldOf('已提交该供应商确认')}
      onClose={onClose}
    />
  )
}

interface AdjustValues {
  reason: string
  prices: LineValues
  approval?: ApprovalInput
}

function Adjust({ agreement, entry, onClose }: { agreement: Agreement; entry: Entry; onClose: () => void }) {
  const lines = agreement.items.flatMap((item) => {
    const price = entry.lines.find(({ line }) => line === item.line)!
    return price.unitPrice === null ? [] : [{ ...item, before: price.unitPrice }]
  })
  return (
    <ActionDialog
      title={`调整价格：${entry.supplierName}`}
      endpoint={c.adjustPrices}
      width={860}
      hint={`新价格经供应商同意后生效，成为新版本；已下订单价格不变。${agreement.priceNote && `约定：${agreement.priceNote}`}`}
      initial={{ prices: enteredOf(entry.lines.map((one) => ({ ...one, quantity: null }))) }}
      fields={[
        { kind: 'area', name: 'reason', label: '调价原因', required: true, rows: 2, maxLength: 500 },
        {
          kind: 'custom',
          name: 'prices',
          label: '新的协议价',
          wide: true,
          control: (
            <LineInputs
              label="调价"
              lines={lines}
              facts={[{ title: '现行（元）', of: ({ before }) => priceText(before) }]}
              fields={[{ name: 'unitPrice', title: '新价' }]}
            />
          ),
        },
        { kind: 'custom', name: 'approval', label: '审批', control: <ApprovalOf node="adjust" /> },
      ]}
      input={({ reason, prices, approval }: AdjustValues) => ({
        params: { agreementId: agreement.agreementId, entryId: entry.entryId },
        body: { reason, prices: pricesOf(lines, prices), ...(approval && { approval }) },
      })}
      success={toldOf('新价格已提交供应商答复')}
      onClose={onClose}
    />
  )
}

interface ApprovalOfProps {
  node: 'supplement' | 'adjust'
  onChange?: (input: ApprovalInput) => void
}

/** In a dialog: by what the step must be approved. */
function ApprovalOf({ node, onChange }: ApprovalOfProps) {
  const { data } = useCall(approvalNode, { params: { type: 'frameAgreement', node } })
  if (!data) return null
  return data.inForce ? (
    <ApprovalFields rule={data} onChange={(input) => onChange?.(input)} />
  ) : (
    <span className="kb-muted">无须审批，提交后由供应商确认</span>
  )
}
