import { Button, Input } from 'antd'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { useKept } from '#web/kept.ts'
import { useAction } from '#web/use-call.ts'
import { decideTrade } from '../../../contract/trade.ts'
import type { LapseStanding } from '../../../contract/shared.ts'
import { expiredInWords, failing, standingInWords } from '../../../rules/qualification.ts'
import { signUpPage, useBuyer, useOrderPages } from '../use-buyer.ts'
import { confirmStep, toldOf } from '#web/kit/confirm-step.tsx'
import { useStepApproval } from '../approval/step-gate.tsx'
import type { Trade } from '../tones.ts'

const REASONS = ['材料不齐全', '材料不清晰，无法辨认', '不具备公告要求的资质', '证件已过有效期']

interface DecisionProps {
  trade: Trade
  next: { tradeId: string; supplierId: string; supplierName: string } | null
  waiting: number
}

/** What whoever approves has to look at, in words. */
function toVerify(lapses: readonly LapseStanding[]): string {
  return lapses
    .map((one) => `“${one.kind}”：${standingInWords(one)}${one.renewedUntil === null ? '' : '，请确认已核验'}。`)
    .join('')
}

/** Pass or refuse; a refusal needs its reason. Afterwards the next one that waits is a click away. */
export function Decision({ trade, next, waiting }: DecisionProps) {
  const id = useId()
  const pages = useOrderPages()
  const { say } = useBuyer()
  const navigate = useNavigate()
  const [reason, setReason] = useKept(`sign-up.${trade.tradeId}`, '')
  const [missing, setMissing] = useState(false)
  const { knowRule } = useStepApproval('signUpResult', { subjectId: trade.tradeId, orderId: trade.orderId })
  const decide = useAction(decideTrade, { success: toldOf('审核已完成') })

  const failed = failing(trade.lapses)

  const run = async (pass: boolean) => {
    if (!pass && reason.trim().length < 2) return setMissing(true)
    const question = pass
      ? {
          title: '审核通过',
          content: `${toVerify(trade.lapses)}通过后${trade.supplierName}${say('可获取{documents}并提交{offer}。')}`,
        }
      : { title: '审核不通过', content: `原因将告知${trade.supplierName}：${reason.trim()}`, danger: true }
    await confirmStep(question, await knowRule(), async (held) => {
      const outcome = await decide.run({
        params: { tradeId: trade.tradeId },
        body: { pass, reason: pass ? '' : reason.trim(), ...held },
      })
      if (outcome.ok && next) void navigate(signUpPage(pages, next, false), { replace: true })
    })
  }

  return (
    <section className="kb-side-block kb-stack kb-gap-6" aria-label="审核">
      <h3>审核</h3>
      <label htmlFor={id}>不通过原因</label>
      <Input.TextArea
        id={id}
        rows={3}
        maxLength={1000}
        value={reason}
        status={missing ? 'error' : ''}
        aria-invalid={missing}
        placeholder="不通过时必填，将告知供应商"
        onChange={(event) => {
          setMissing(false)
          setReason(event.target.value)
        }}
      />
      {missing && (
        <p className="kb-bad" role="alert">
          请填写不通过原因
        </p>
      )}
      <p className="kb-flex kb-gap-6 kb-wrap kb-above-8 kb-below-8">
        {REASONS.map((text) => (
          <Button key={text} size="small" onClick={() => setReason(reason.trim() ? `${reason.trim()}；${text}` : text)}>
            {text}
          </Button>
        ))}
      </p>
      <div className="kb-halves">
        <Button danger loading={decide.busy} onClick={() => void run(false)}>
          不通过
        </Button>
        <Button type="primary" disabled={failed.length > 0} loading={decide.busy} onClick={() => void run(true)}>
          通过
        </Button>
      </div>
      {failed.length > 0 && (
        <p className="kb-bad kb-below-8" role="status">
          {expiredInWords(failed)}
          ，且未提交有效期内的新证，不能通过。已换发的，由供应商重新提交，或先在供应商库更新该资质。
        </p>
      )}
      <p className="kb-muted">{next ? `完成后转到下一个待审核（还有 ${waiting} 家）` : '这是最后一个待审核的报名'}</p>
    </section>
  )
}
