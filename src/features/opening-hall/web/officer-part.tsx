import { Alert, Button } from 'antd'
import { useState } from 'react'
import type { PropsOf } from '#contract/slot.ts'
import { methodOf } from '#features/procurement/methods/all.ts'
import type { OFFICER_SLOTS } from '#features/joint-key/contract-slots.ts'
import { NumberedStep } from '#web/kit/numbered-step.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { giveAnswer, officerOpening } from '../contract-joint.ts'
import { JointStatus } from '../rules-joint.ts'

const S = JointStatus.values

/** What an officer does at the opening: one answer for all bids, made and checked on the own device. */
export function Part(props: PropsOf<typeof OFFICER_SLOTS.opening>) {
  return methodOf(props.method).reveal === 'opening' ? <HallAnswer {...props} /> : null
}

function HallAnswer({ ceremonyId, index, threshold, answer }: PropsOf<typeof OFFICER_SLOTS.opening>) {
  const params = { ceremonyId }
  const { data } = useCall(officerOpening, { params }, { every: 5_000, fresh: 0 })
  const give = useAction(giveAnswer, { success: '已提交，证明成立' })
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const own = data?.officers.find((officer) => officer.index === index)

  const submit = async () => {
    if (!data || !answer) return
    setBusy(true)
    setProblem('')
    try {
      await give.run({ params, body: await answer(data) })
    } catch (error) {
      setProblem(error instanceof Error ? error.message : '操作失败')
    } finally {
      setBusy(false)
    }
  }
  return (
    <NumberedStep no={5} title="开标时共同开启" done={own?.state === 'answered'}>
      <p>
        投标人在解密时间内提交各自的密钥后，由保管人在本机对全部投标一次性给出开启数据并附证明。达到 {threshold}{' '}
        名时全部投标同时打开；此前没有任何人能看到任何一份投标。
      </p>
      {!data && <p className="kb-muted">联合密钥已就绪，尚未开标。届时会以消息和待办提醒您。</p>}
      {data?.status === S.releasing && (
        <p className="kb-muted">投标人正在提交密钥（已提交 {data.released} 家），截止后请您参与共同开启。</p>
      )}
      {data && data.status !== S.releasing && (
        <p>
          共 {data.bids.length} 份投标，已有 {data.officers.filter((officer) => officer.state === 'answered').length}{' '}
          名保管人提交，需要 {data.threshold} 名。{' '}
          <StatusTag label={data.statusLabel} tone={data.status === S.opened ? 'success' : 'active'} />
        </p>
      )}
      {data && data.actions.length > 0 && (
        <Button type="primary" loading={busy} disabled={!answer} onClick={() => void submit()}>
          参与共同开启
        </Button>
      )}
      {own && own.lies > 0 && (
        <Alert type="warning" showIcon title={`您有 ${own.lies} 次提交的结果不成立，未被采用，已记录在案`} />
      )}
      {problem && <Alert type="error" showIcon title={problem} role="alert" />}
    </NumberedStep>
  )
}
