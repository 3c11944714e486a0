import { Button, Checkbox, Input } from 'antd'
import { useState } from 'react'
import { toast } from '#web/feedback.ts'
import { useAction } from '#web/use-call.ts'
import { signReport } from '../../contract/expert.ts'
import { Labelled } from '#web/kit/labelled.tsx'
import type { MemberProject, Report } from '../review-data.ts'

/** Signs the very document that is shown, with the password entered again; dissent goes on record with it. */
export function SignBox({ project, report }: { project: MemberProject; report: Report }) {
  const [password, setPassword] = useState('')
  const [dissents, setDissents] = useState(false)
  const [opinion, setOpinion] = useState('')
  const sign = useAction(signReport, {
    success: '已签署',
    onDone: () => setPassword(''),
  })
  const action = report.actions.find((a) => a.action === 'sign')
  if (!action || !report.sha256) return null
  const { sha256, reportId } = report
  const run = async () => {
    if (password === '') return toast.warning('请输入登录密码')
    if (dissents && opinion.trim().length < 2) return toast.warning('请写明不同意见和理由')
    const params = { projectId: project.projectId, reportId }
    await sign.run({ params, body: { password, sha256, opinion: dissents ? opinion.trim() : '' } })
  }
  return (
    <form
      className="rv-sign"
      onSubmit={(event) => {
        event.preventDefault()
        void run()
      }}
    >
      <h2 className="kb-below-8">签署</h2>
      <p className="kb-hint">签署的是本页所示文件（指纹见上）。请阅读全文后输入登录密码签署，签署记入平台审计链。</p>
      <Checkbox checked={dissents} onChange={(event) => setDissents(event.target.checked)}>
        对评标结论持有不同意见
      </Checkbox>
      {dissents && (
        <Labelled label="不同意见和理由（《评标委员会和评标方法暂行规定》第四十三条）">
          {(id) => (
            <Input.TextArea
              id={id}
              rows={4}
              maxLength={2000}
              value={opinion}
              onChange={(event) => setOpinion(event.target.value)}
            />
          )}
        </Labelled>
      )}
      <Labelled label="登录密码">
        {(id) => (
          <Input.Password
            id={id}
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Labelled>
      <Button
        type="primary"
        htmlType="submit"
        loading={sign.busy}
        disabled={action.reason !== undefined}
        title={action.reason}
      >
        签署评审报告
      </Button>
    </form>
  )
}
