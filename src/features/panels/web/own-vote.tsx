import { Button, Checkbox } from 'antd'
import { useCallback, useState } from 'react'
import { toast } from '#web/feedback.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { useLeaveGuard } from '#web/kit/use-leave-guard.ts'
import { type Desk, handInVote } from '../contract.ts'
import { voteProblem } from '../rules/vote.ts'

/** The own vote on solutions: which of them go on to the final offers. It is handed in once. */
export function OwnVote({ desk }: { desk: Desk }) {
  const going = desk.suppliers.filter(({ cause }) => cause === '')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [isSigning, setSigning] = useState(false)
  useLeaveGuard(
    useCallback(() => chosen.length > 0, [chosen]),
    '有未提交的投票，离开后将丢失。',
  )
  const tradeIds = going.map(({ tradeId }) => tradeId)
  const sign = () => {
    const problem = voteProblem(chosen, tradeIds, desk.least)
    if (problem) toast.error(problem)
    else setSigning(true)
  }
  return (
    <>
      <p className="kb-hint kb-below-8">
        请选择推荐的设计方案或者解决方案，至少 {Math.min(desk.least, going.length)} 家。
      </p>
      <Checkbox.Group
        className="kb-stack"
        options={going.map(({ tradeId, supplierName }) => ({ value: tradeId, label: supplierName }))}
        value={[...chosen]}
        onChange={setChosen}
      />
      <Button type="primary" className="kb-above-12" onClick={sign}>
        签名并提交
      </Button>
      {isSigning && (
        <ActionDialog
          title="签名并提交投票"
          endpoint={handInVote}
          fields={[{ kind: 'text', name: 'signature', label: '本人姓名', required: true, maxLength: 40 }]}
          input={({ signature }: { signature: string }) => ({
            params: { orderId: desk.orderId },
            body: { roundNo: desk.roundNo, tradeIds: [...chosen], signature },
          })}
          hint={`请输入“${desk.own!.name}”签名。提交后不能修改，全部成员提交后同时开启；过半数成员推荐的方案继续参加，不足 ${desk.least} 家的按得票补足。`}
          okText="提交"
          success="投票已提交"
          onDone={() => setChosen([])}
          onClose={() => setSigning(false)}
        />
      )}
    </>
  )
}
