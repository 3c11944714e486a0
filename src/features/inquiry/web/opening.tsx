import { Alert, Button } from 'antd'
import { formatTime } from '#contract/time.ts'
import { useNow } from '#web/clock.ts'
import { ask } from '#web/feedback.ts'
import { useAction } from '#web/use-call.ts'
import { agreeToOpen, remindOpeners, type Round } from '../contract.ts'

/** The opening of a round that people agree to: who has, and what the person may do. Nothing where the clock opens it. */
export function Opening({ orderId, round }: { orderId: string; round: Round }) {
  const now = useNow()
  const params = { orderId, roundId: round.roundId }
  const agree = useAction(agreeToOpen, { success: '已确认开启' })
  const remind = useAction(remindOpeners, { success: '已提醒经办单位其他有权限的人员' })
  if (round.openers === 0 || round.closedAt !== null) return null
  const isOver = round.deadline !== null && new Date(round.deadline).getTime() <= now
  if (!isOver) return <p className="kb-hint">到截止时间停止接收报价，由经办单位两名有采购权限的人员分别确认后开启。</p>
  const run = async () => {
    const content = '两人均确认后立即开启全部报价，不能撤回。确认开启？'
    if (await ask({ title: `确认开启${round.label}`, content, okText: '确认开启' })) await agree.run({ params })
  }
  return (
    <Alert
      className="kb-below-8"
      type="info"
      showIcon
      title={`报价已截止，须由两人确认后开启（已确认 ${round.agreed.length} / ${round.openers}）`}
      description={
        <>
          {round.agreed.map(({ name, at }) => (
            <p key={at} className="kb-flat">
              {name}，{formatTime(at, true)} 确认
            </p>
          ))}
          <p className="kb-flat">
            任一人不能确认时，可由经办单位其他有采购权限的人员确认；没有的，请管理员在企业人员中授予权限。
          </p>
          <p className="kb-flex kb-gap-8 kb-wrap kb-base kb-above-8 kb-flat">
            {round.mayAgree === null ? (
              <Button type="primary" loading={agree.busy} onClick={() => void run()}>
                确认开启
              </Button>
            ) : (
              <span>{round.mayAgree}</span>
            )}
            <Button loading={remind.busy} onClick={() => void remind.run({ params })}>
              提醒其他人
            </Button>
          </p>
        </>
      }
    />
  )
}
