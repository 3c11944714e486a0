import { Alert, Button, Input } from 'antd'
import { useId, useState } from 'react'
import { FileChoice } from '#web/kit/file-choice.tsx'
import { toast } from '#web/feedback.ts'
import { inWorker } from './crypto.ts'
import type { OwnCeremony } from './own-ceremony.ts'
import type { Device } from './use-device.ts'
import { deviceProblem } from './words.ts'

/** Brings the own device's key onto this computer from its backup file. */
export function RestoreDevice({ view, device }: { view: OwnCeremony; device: Device }) {
  const [file, setFile] = useState<unknown>(null)
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const ids = [useId(), useId()]

  const choose = async (chosen: File | undefined) => {
    setProblem('')
    try {
      setFile(chosen ? (JSON.parse(await chosen.text()) as unknown) : null)
    } catch {
      setFile(null)
      setProblem('不是有效的设备备份文件，请选择登记时下载的 .json 文件')
    }
  }
  const restore = async () => {
    setBusy(true)
    setProblem('')
    try {
      const { ceremonyId, deviceKey } = view
      const secret = await inWorker('restore', { file, password, ceremonyId, deviceKey: deviceKey ?? '' })
      await device.keep(secret)
      toast.success('设备密钥已恢复到本机')
    } catch (error) {
      setProblem(deviceProblem(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      className="joint-form kb-stack kb-items-start"
      onSubmit={(event) => {
        event.preventDefault()
        void restore()
      }}
    >
      <label htmlFor={ids[0]}>设备备份文件</label>
      <FileChoice id={ids[0]} accept=".json,application/json" onChoose={(chosen) => void choose(chosen)} />
      <label htmlFor={ids[1]}>备份文件口令</label>
      <Input.Password
        id={ids[1]}
        autoComplete="off"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button htmlType="submit" loading={busy} disabled={!file || password === ''}>
        恢复到本机
      </Button>
      {problem && <Alert type="error" showIcon title={problem} />}
    </form>
  )
}
