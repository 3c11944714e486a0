import { Alert, Button } from 'antd'
import { useState } from 'react'
import type { Ceremony } from '#features/sealing/core/joint/ceremony.ts'
import type { Dealing } from '#features/sealing/core/joint/dealing.ts'
import { ask, toast } from '#web/feedback.ts'
import { NumberedStep } from '#web/kit/numbered-step.tsx'
import { useAction } from '#web/use-call.ts'
import { giveComplaint, giveConfirmation, giveDealing } from '../contract.ts'
import { inWorker } from './crypto.ts'
import { RegisterDevice } from './register-device.tsx'
import { RestoreDevice } from './restore-device.tsx'
import type { OwnCeremony } from './own-ceremony.ts'
import type { Device } from './use-device.ts'
import { deviceProblem } from './words.ts'

interface StepsProps {
  view: OwnCeremony
  device: Device
}

/** The officer's three steps of making the key, one below the other. */
export function CeremonySteps({ view, device }: StepsProps) {
  const own = view.officers.find((officer) => officer.index === view.index)!
  const may = (action: string) => view.actions.some((one) => one.action === action && one.reason === undefined)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const dealing = useAction(giveDealing, { success: '分片已分发' })
  const confirmation = useAction(giveConfirmation, { success: '已确认' })
  const complaint = useAction(giveComplaint)
  const params = { ceremonyId: view.ceremonyId }
  const ceremony = view.ceremony as unknown as Ceremony | null

  const work = async (run: (secret: string) => Promise<void>) => {
    if (!device.secret) return
    setBusy(true)
    setProblem('')
    await run(device.secret).catch((error: unknown) => setProblem(deviceProblem(error)))
    setBusy(false)
  }
  const deal = () =>
    work(async (secret) => {
      const body = await inWorker('deal', { ceremony: ceremony!, own: { index: view.index, secret } })
      await dealing.run({ params, body })
    })
  const confirm = () =>
    work(async (secret) => {
      const dealings = view.dealings as unknown as Dealing[]
      const found = await inWorker('confirm', { ceremony: ceremony!, dealings, own: { index: view.index, secret } })
      if ('confirmation' in found) return void (await confirmation.run({ params, body: found.confirmation }))
      const { against } = found.complaint
      const name = view.officers.find((officer) => officer.index === against)?.name ?? ''
      const agreed = await ask({
        title: '分片核对不通过',
        content: `${name}分发给您的分片与其公开承诺不符。申告后由平台公开核验：属实则记录${name}数据不实，不属实则记录您申告不实，本次联合密钥作废重来。`,
        okText: '申告',
        danger: true,
      })
      if (!agreed) return
      const outcome = await complaint.run({ params, body: found.complaint })
      if (outcome.ok) toast.info('申告已核验，本次联合密钥作废')
    })

  const needsDevice = own.hasDevice && device.isKnown && device.secret === null
  return (
    <>
      <NumberedStep no={1} title="登记设备" done={own.hasDevice}>
        {may('device') ? (
          <RegisterDevice view={view} device={device} />
        ) : (
          <p>
            {device.secret
              ? '设备密钥保存在本机浏览器中，备份文件请妥善保管。'
              : '本机没有设备密钥。可用登记时下载的备份文件恢复。'}
          </p>
        )}
        {needsDevice && <RestoreDevice view={view} device={device} />}
      </NumberedStep>
      <NumberedStep no={2} title="分发分片" done={own.hasDealt}>
        <p>
          在本机随机生成一份秘密，拆成 {view.officers.length}{' '}
          片，每片只有对应的保管人能打开。平台只看到加密的分片和公开承诺。
        </p>
        {may('deal') && (
          <Button type="primary" loading={busy} disabled={!device.secret} onClick={() => void deal()}>
            分发分片
          </Button>
        )}
        {!own.hasDealt && !ceremony && own.hasDevice && <p className="kb-muted">等待其他保管人登记设备。</p>}
      </NumberedStep>
      <NumberedStep no={3} title="核对确认" done={own.hasConfirmed}>
        <p>在本机打开各保管人发给您的分片，逐一与公开承诺核对。全部相符则确认；有不符的，可当场证明是谁的数据不实。</p>
        {may('confirm') && (
          <Button type="primary" loading={busy} disabled={!device.secret} onClick={() => void confirm()}>
            核对并确认
          </Button>
        )}
        {!own.hasConfirmed && own.hasDealt && !may('confirm') && <p className="kb-muted">等待其他保管人分发分片。</p>}
      </NumberedStep>
      {problem && <Alert type="error" showIcon title={problem} role="alert" />}
    </>
  )
}
