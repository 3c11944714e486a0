import { Alert, Input } from 'antd'
import { useState } from 'react'
import { formatTime } from '#contract/time.ts'
import { FormModal } from '#web/kit/form-modal.tsx'
import { Fingerprint } from '#web/kit/file-list.tsx'
import { useAction } from '#web/use-call.ts'
import { type HallDetail, signRecord } from '../contract.ts'

interface Props {
  hall: HallDetail
  bidderId: string
  onClose: () => void
}

/** Signs the opening sheet: exactly the one whose hash stands here, with the password entered again. */
export function SignDialog({ hall, bidderId, onClose }: Props) {
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState('')
  const sign = useAction(signRecord, { quiet: true, success: '开标记录已签署' })
  const run = async () => {
    setProblem('')
    const params = { projectId: hall.projectId, bidderId }
    const outcome = await sign.run({ params, body: { password, sha256: hall.sheetHash! } })
    if (!outcome.ok) return setProblem(outcome.error.message)
    onClose()
  }
  return (
    <FormModal
      title="签署开标记录"
      open
      onCancel={onClose}
      okText="签署"
      onOk={() => void run()}
      okButtonProps={{ disabled: !password, loading: sign.busy }}
    >
      <p>
        签署对象为{formatTime(hall.endedAt, true)}结束的{hall.stageLabel || '开标'}的开标一览表，请先打开核对。
      </p>
      <p>
        文件指纹（SHA-256）：
        <Fingerprint hex={hall.sheetHash!} full />
      </p>
      <label className="stage-field kb-stack kb-gap-6 kb-above-12 kb-below-12">
        登录密码（再次输入以确认是本人签署）
        <Input.Password
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          onPressEnter={() => void run()}
        />
      </label>
      {problem && <Alert type="error" showIcon title={problem} />}
    </FormModal>
  )
}
