import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { ERRORS } from '#contract/errors.ts'
import { formatAmount } from '#contract/money.ts'
import { REFUSALS } from '#features/e-sign/rules/refusals.ts'
import { BUY_COPIES, OBSTACLES } from '#features/sign-tasks/rules/obstacles.ts'
import { approvalNode } from '#features/workflow/contract/businesses.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { askText } from '#web/kit/ask-text.tsx'
import { confirmStep, toldOf } from '#web/kit/confirm-step.tsx'
import type { FileRef } from '#web/kit/file-list.tsx'
import { ask } from '#web/feedback.ts'
import { answerOf, type Outcome, useAction, useCall } from '#web/use-call.ts'
import * as c from '../contract/contract.ts'
import { requestContractSigning } from '../contract/e-signature.ts'
import { SIZES, type Size } from '../rules/payment.ts'
import { changePlace, CONTRACT_LISTS, editPlace, newCallOffPlace } from '../rules/places.ts'
import type { ContractAction, ContractSide } from '../rules/status.ts'
import { given, NO_E_SIGNATURE } from './words.ts'

type Contract = OutputOf<typeof c.contractDetail>
type Act = ContractAction | 'scan'

/** What is done with a contract: `act` takes an action of the server, `dialog` is to be drawn. */
export function useContractActs(side: ContractSide, contractId: string) {
  const navigate = useNavigate()
  const params = { contractId }
  const [open, setOpen] = useState<{ kind: 'sign' | 'scan'; contract: Contract } | null>(null)
  const rule = answerOf(
    useCall(approvalNode, { params: { type: 'contract', node: 'offer' } }, { enabled: side === 'purchaser' }),
  )
  const offer = useAction(c.offerContract, { success: toldOf('已提交供应商签订') })
  const remove = useAction(c.removeContract, {
    success: '已删除',
    onDone: () => void navigate(CONTRACT_LISTS[side], { replace: true }),
  })
  const recall = useAction(c.recallContract, { success: '已撤回' })
  const refuse = useAction(c.refuseContract, { success: '已退回采购人' })
  const recallChange = useAction(c.recallChange, { success: '变更已撤回' })
  const answer = useAction(c.answerChange, { success: '已答复' })
  const complete = useAction(c.completeContract, { success: '合同已办结' })
  const eSign = useAction(requestContractSigning, { success: '已发起电子签章' })
  const leadOn = useLeadOn()
  const terminate = useAction(c.terminateContract, { success: '合同已终止' })
  const openChange = ({ versions }: Contract) => versions.find(({ state }) => state === 'offered')!
  const acts: Record<Act, (contract: Contract) => void | Promise<unknown>> = {
    edit: () => navigate(editPlace(contractId)),
    remove: () => remove.run({ params }),
    offer: async ({ price }) =>
      confirmStep(
        {
          title: '提交供应商签订',
          content: `本单位确认合同内容，合同价 ${formatAmount(price)} 元，供应商签订前可以撤回。${NO_E_SIGNATURE}`,
          okText: '确认并提交',
        },
        await rule(),
        (approval) => offer.run({ params, body: approval }),
      ),
    recall: () => recall.run({ params }),
    sign: (contract) => setOpen({ kind: 'sign', contract }),
    scan: (contract) => setOpen({ kind: 'scan', contract }),
    refuse: () =>
      askText({
        title: '退回合同',
        hint: '采购人修改后再提交签订。',
        okText: '退回',
        danger: true,
        run: (reason) => refuse.run({ params, body: { reason } }),
      }),
    order: () => navigate(newCallOffPlace(contractId)),
    change: () => navigate(changePlace(contractId)),
    recallChange: () => recallChange.run({ params }),
    agreeChange: (contract) => {
      const { contentHash, price, deviation } = openChange(contract)
      return confirmStep(
        {
          title: '同意变更',
          content: `变更后合同价 ${formatAmount(price)} 元（累计 ${deviation}%），同意后新版本立即生效。${NO_E_SIGNATURE}`,
          okText: '同意',
        },
        undefined,
        () => answer.run({ params, body: { contentHash, agree: true } }),
      )
    },
    refuseChange: (contract) =>
      askText({
        title: '不同意变更',
        hint: '原合同继续履行。',
        okText: '不同意',
        danger: true,
        run: (reason) =>
          answer.run({ params, body: { contentHash: openChange(contract).contentHash, agree: false, reason } }),
      }),
    eSign: async ({ version }) => {
      const question = {
        title: '发起电子签章',
        content: `第 ${version} 版生成 PDF，由采购人、供应商依次签署，7 日内完成。冻结本企业 1 份电子签章，双方签署后扣除，未完成的退回。`,
        okText: '发起',
      }
      if (await ask(question)) await leadOn(await eSign.run({ params }))
    },
    complete: () => complete.run({ params }),
    terminate: () =>
      askText({
        title: '终止合同',
        hint: '终止后不能再下采购订单；已验收部分的款项仍应支付，尚未到期且未申请的付款节点取消。终止后不可恢复。',
        okText: '终止',
        danger: true,
        run: (reason) => terminate.run({ params, body: { reason } }),
      }),
  }
  return {
    act: (action: string, contract: Contract) => acts[action as Act](contract),
    dialog: open && <Dialog {...open} onClose={() => setOpen(null)} />,
  }
}

/** Where an electronic signature fails for what can be bought or opened, leads there. */
function useLeadOn() {
  const navigate = useNavigate()
  return async (outcome: Outcome<unknown>): Promise<void> => {
    if (outcome.ok) return
    const { code, message, details } = outcome.error
    const { label, place } = OBSTACLES.companyNotOpened
    const isUnopened = (details as { reason?: string } | undefined)?.reason === 'companyNotOpened'
    if (!isUnopened && code !== ERRORS.serviceNotBought.code) return
    outcome.error.handled = true
    const [content, okText, to] = isUnopened ? [message, label, place] : [REFUSALS.noCopies, '购买签署份数', BUY_COPIES]
    if (await ask({ title: '不能发起电子签章', content, okText })) void navigate(to)
  }
}

interface DialogProps {
  kind: 'sign' | 'scan'
  contract: Contract
  onClose: () => void
}

function Dialog({ kind, contract, onClose }: DialogProps) {
  const params = { contractId: contract.contractId }
  if (kind === 'scan')
    return (
      <ActionDialog
        title="上传签署扫描件"
        endpoint={c.addScans}
        fields={[{ kind: 'files', name: 'files', label: '扫描件', use: 'contract', most: 20, required: true }]}
        input={({ files }: { files: FileRef[] }) => ({ params, body: { files: given(files) } })}
        success="扫描件已上传"
        onClose={onClose}
      />
    )
  const contentHash = contract.contentHash ?? ''
  return (
    <ActionDialog
      title="确认签订合同"
      endpoint={c.signContract}
      hint={
        <>
          合同价 {formatAmount(contract.price)} 元，内容哈希 {contentHash.slice(0, 16)}…。{NO_E_SIGNATURE}
        </>
      }
      okText="确认签订"
      fields={[
        {
          kind: 'radio',
          name: 'size',
          label: '本单位规模（签订时确定，决定付款期限的保护）',
          required: true,
          options: Object.entries(SIZES).map(([value, label]) => ({ value, label })),
        },
      ]}
      input={({ size }: { size: Size }) => ({ params, body: { contentHash, size } })}
      success="合同已签订"
      onClose={onClose}
    />
  )
}
