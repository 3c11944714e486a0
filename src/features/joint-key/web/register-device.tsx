import { Alert, Button, Checkbox, Input } from 'antd'
import { useId, useState } from 'react'
import { clock } from '#web/clock.ts'
import { saveBlob } from '#web/save-blob.ts'
import { useAction } from '#web/use-call.ts'
import { giveDevice } from '../contract.ts'
import { inWorker, type Tasks } from './crypto.ts'
import type { OwnCeremony } from './own-ceremony.ts'
import type { Device } from './use-device.ts'
import { deviceProblem, passwordProblem } from './words.ts'

interface RegisterProps {
  view: OwnCeremony
  device: Device
}

/**
 * The own device's key: made in this browser, saved as a file under a password, and only then registered. A key that
 * nobody could restore would be missing on the day of the opening.
 */
export function RegisterDevice({ view, device }: RegisterProps) {
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [made, setMade] = useState<Tasks['makeDevice']['output'] | null>(null)
  const [saved, setSaved] = useState(false)
  const [kept, setKept] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const give = useAction(giveDevice, { success: '设备已登记' })
  const ids = [useId(), useId()]

  const make = async () => {
    const wrong = passwordProblem(password, again)
    setProblem(wrong)
    if (wrong) return
    setBusy(true)
    try {
      const own = view.officers.find((officer) => officer.index === view.index)!
      const { tenantId, orderId, ceremonyId } = view
      const place = { tenantId, orderId, ceremonyId, officerId: own.userId }
      const createdAt = new Date(clock.now()).toISOString()
      const about = { title: `${view.orderTitle}（${view.orderCode}）`, holder: own.name, createdAt }
      setMade(await inWorker('makeDevice', { place, password, about }))
      setPassword('')
      setAgain('')
    } catch (error) {
      setProblem(deviceProblem(error))
    } finally {
      setBusy(false)
    }
  }
  const save = () => {
    if (!made) return
    const content = new Blob([JSON.stringify(made.file, null, 2)], { type: 'application/json' })
    saveBlob(`联合密钥设备-${view.orderCode}-${view.index}.json`, content)
    setSaved(true)
  }
  const register = async () => {
    if (!made) return
    const inBrowser = await device.keep(made.secret)
    if (!inBrowser) setProblem('本浏览器不允许保存设备密钥（可能是无痕模式），以后每次操作须用备份文件恢复')
    const { deviceKey, deviceProof } = made
    await give.run({ params: { ceremonyId: view.ceremonyId }, body: { deviceKey, deviceProof } })
  }

  if (made)
    return (
      <div className="joint-form kb-stack kb-items-start">
        <p>设备密钥已在本机生成。请先下载备份文件：换电脑或清除浏览器数据后，凭它和口令才能继续履行保管职责。</p>
        <Button type={saved ? 'default' : 'primary'} onClick={save}>
          {saved ? '再次下载备份文件' : '下载备份文件'}
        </Button>
        <Checkbox disabled={!saved} checked={kept} onChange={(event) => setKept(event.target.checked)}>
          备份文件已妥善保存，口令已另行记录
        </Checkbox>
        <Button type="primary" disabled={!saved || !kept} onClick={() => void register()}>
          登记本设备
        </Button>
        {problem && <Alert type="warning" showIcon title={problem} />}
      </div>
    )
  return (
    <form
      className="joint-form kb-stack kb-items-start"
      onSubmit={(event) => {
        event.preventDefault()
        void make()
      }}
    >
      <p>您被指定为保管人。将在本机浏览器生成一把只属于您的设备密钥，平台只登记其公开部分，私密部分不会离开本机。</p>
      <label htmlFor={ids[0]}>备份文件口令（至少 8 位，含字母和数字）</label>
      <Input.Password
        id={ids[0]}
        autoComplete="new-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <label htmlFor={ids[1]}>再次输入口令</label>
      <Input.Password
        id={ids[1]}
        autoComplete="new-password"
        value={again}
        onChange={(event) => setAgain(event.target.value)}
      />
      <Button type="primary" htmlType="submit" loading={busy}>
        生成设备密钥
      </Button>
      {problem && <Alert type="error" showIcon title={problem} />}
    </form>
  )
}
