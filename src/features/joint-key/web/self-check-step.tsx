import { Alert, Button } from 'antd'
import { useState } from 'react'
import { formatTime } from '#contract/time.ts'
import type { JointKey } from '#features/sealing/core/joint/joint-key.ts'
import { clock } from '#web/clock.ts'
import { NumberedStep } from '#web/kit/numbered-step.tsx'
import { useAction } from '#web/use-call.ts'
import { giveSelfCheck } from '../contract.ts'
import { inWorker } from './crypto.ts'
import type { OwnCeremony } from './own-ceremony.ts'
import type { Device } from './use-device.ts'
import { deviceProblem } from './words.ts'

/** Before the opening: shows that this device still holds the share, while there is time to restore it from the backup. */
export function SelfCheckStep({ view, device }: { view: OwnCeremony; device: Device }) {
  const own = view.officers.find((officer) => officer.index === view.index)!
  const give = useAction(giveSelfCheck, { success: '自检通过' })
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')

  const check = async () => {
    if (!device.secret || !view.record) return
    setBusy(true)
    setProblem('')
    try {
      const record = view.record as unknown as JointKey
      const at = new Date(clock.now()).toISOString()
      const body = await inWorker('selfCheck', { record, at, own: { index: view.index, secret: device.secret } })
      await give.run({ params: { ceremonyId: view.ceremonyId }, body })
    } catch (error) {
      setProblem(deviceProblem(error))
    } finally {
      setBusy(false)
    }
  }
  const allowed = view.actions.find(({ action }) => action === 'check')
  return (
    <NumberedStep no={4} title="开启前自检" done={own.checkedAt !== null}>
      <p>
        证明本机仍持有密钥分片，不会打开任何文件。可参与的保管人不足 {view.threshold}{' '}
        名时将无法开启，任何人都不能代为开启；设备丢失的请尽早用备份文件恢复。
      </p>
      {own.checkedAt && <p className="kb-muted">上次通过：{formatTime(own.checkedAt, true)}</p>}
      {allowed?.reason === undefined ? (
        <Button
          type={allowed?.primary ? 'primary' : 'default'}
          loading={busy}
          disabled={!device.secret}
          onClick={() => void check()}
        >
          在本机自检
        </Button>
      ) : (
        <p className="kb-muted">{allowed.reason}。</p>
      )}
      {problem && <Alert type="error" showIcon title={problem} role="alert" />}
    </NumberedStep>
  )
}
