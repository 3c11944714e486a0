import { Alert, Button } from 'antd'
import { useState } from 'react'
import type { PropsOf } from '#contract/slot.ts'
import { formatTime } from '#contract/time.ts'
import type { OFFICER_SLOTS } from '#features/joint-key/contract-slots.ts'
import { hasPage } from '#features/procurement/methods/places.ts'
import { NumberedStep } from '#web/kit/numbered-step.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { answerRound, officerRound } from '../../contract-keys.ts'
import { ExtensionNote } from './extension-note.tsx'

type Props = PropsOf<typeof OFFICER_SLOTS.opening>

/** What an officer does once a round of quotes has ended: one answer for all quotes, made and checked on the own device. */
export function Part(props: Props) {
  return hasPage(props, 'quote.rounds') ? <RoundAnswer {...props} /> : null
}

function RoundAnswer({ ceremonyId, index, threshold, answer }: Props) {
  const { data } = useCall(officerRound, { params: { ceremonyId } }, { every: 5_000, fresh: 0 })
  const give = useAction(answerRound, { success: '已提交，证明成立' })
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const own = data?.officers.find((officer) => officer.index === index)

  const submit = async () => {
    if (!data || !answer) return
    setBusy(true)
    setProblem('')
    try {
      await give.run({ params: { ceremonyId, roundId: data.roundId }, body: await answer(data) })
    } catch (error) {
      setProblem(error instanceof Error ? error.message : '操作失败')
    } finally {
      setBusy(false)
    }
  }
  return (
    <NumberedStep no={5} title="截止后共同开启" done={own?.state === 'answered'}>
      <p>
        每轮报价截止后，供应商先提交各自的密钥，再由保管人在本机对全部报价一次性给出开启数据并附证明。达到 {threshold}{' '}
        名时全部报价同时打开；此前没有任何人能看到任何一份报价。
      </p>
      {!data && <p className="kb-muted">报价尚未截止。届时会以消息和待办提醒您。</p>}
      {data?.phase === 'releasing' && (
        <p className="kb-muted">
          {data.label}已截止，供应商正在提交密钥（已提交 {data.released} 家），至 {formatTime(data.end, true)}{' '}
          截止后请您参与共同开启。
        </p>
      )}
      {data && <ExtensionNote extensions={data.extensions} />}
      {data && data.phase !== 'releasing' && (
        <p>
          {data.label}共 {data.bids.length} 份报价，已有{' '}
          {data.officers.filter(({ state }) => state === 'answered').length} 名保管人提交，需要 {data.threshold} 名。
          {data.phase === 'opened' && '报价已开启。'}
        </p>
      )}
      {data?.phase === 'answering' &&
        (data.blocked === null ? (
          <>
            <Button type="primary" loading={busy} disabled={!answer} onClick={() => void submit()}>
              参与共同开启
            </Button>
            {!answer && <p className="kb-hint">请先在本页恢复本人设备，再参与开启。</p>}
          </>
        ) : (
          <p className="kb-hint">{data.blocked}</p>
        ))}
      {own && own.lies > 0 && (
        <Alert type="warning" showIcon title={`您有 ${own.lies} 次提交的结果不成立，未被采用，已记录在案`} />
      )}
      {problem && <Alert type="error" showIcon title={problem} role="alert" />}
    </NumberedStep>
  )
}
