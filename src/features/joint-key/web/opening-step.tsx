import { Alert, Button } from 'antd'
import { useState } from 'react'
import { giveAnswer, officerOpening } from '#features/opening-hall/contract-joint.ts'
import { JointStatus } from '#features/opening-hall/rules-joint.ts'
import type { JointKey } from '#features/sealing/core/joint/joint-key.ts'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { Step } from './ceremony-steps.tsx'
import { inWorker } from './crypto.ts'
import type { OwnCeremony } from './own-ceremony.ts'
import type { Device } from './use-device.ts'
import { deviceProblem } from './words.ts'

const S = JointStatus.values

/** What an officer does at the opening: one answer for all bids, made and checked on the own device. */
export function OpeningStep({ view, device }: { view: OwnCeremony; device: Device }) {
  const params = { ceremonyId: view.ceremonyId }
  const { data, refetch } = useCall(officerOpening, { params }, { every: 5_000, fresh: 0 })
  const give = useAction(giveAnswer, { success: '已提交，证明成立', onDone: () => void refetch() })
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const own = data?.officers.find((officer) => officer.index === view.index)

  const answer = async () => {
    if (!data || !device.secret || !view.fingerprint) return
    setBusy(true)
    setProblem('')
    try {
      const record = data.record as unknown as JointKey
      const { round, bids } = data
      const place = { record, fingerprint: view.fingerprint, round, bids }
      const body = await inWorker('answer', { ...place, own: { index: view.index, secret: device.secret } })
      await give.run({ params, body })
    } catch (error) {
      setProblem(deviceProblem(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Step no={5} title="开标时共同开启" done={own?.state === 'answered'}>
      <p>
        投标人在解密时间内提交各自的密钥后，由保管人在本机对全部投标一次性给出开启数据并附证明。达到 {view.threshold}{' '}
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
        <Button type="primary" loading={busy} disabled={!device.secret} onClick={() => void answer()}>
          参与共同开启
        </Button>
      )}
      {own && own.lies > 0 && (
        <Alert type="warning" showIcon title={`您有 ${own.lies} 次提交的结果不成立，未被采用，已记录在案`} />
      )}
      {problem && <Alert type="error" showIcon title={problem} role="alert" />}
    </Step>
  )
}
