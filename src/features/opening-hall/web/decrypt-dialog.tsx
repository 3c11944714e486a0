import { Alert, Button, Input, Progress } from 'antd'
import { useRef, useState } from 'react'
import { FormModal } from '#web/kit/form-modal.tsx'
import { FileChoice } from '#web/kit/file-choice.tsx'
import { Fingerprint } from '#web/kit/file-list.tsx'
import { useSession } from '#web/shell/session.ts'
import { useAction, useCall } from '#web/use-call.ts'
import { bidderFileDecryption, releaseKeys } from '../contract-decrypt.ts'
import { RecoveryField } from './joint-recovery.tsx'

interface Props {
  projectId: string
  bidderId: string
  /** Opened together with officers. */
  isJoint: boolean
  onClose: () => void
}

/**
 * Unwraps the content keys of the own bid with the own private key, here in the browser, and releases those: the
 * private key and its password never leave this page.
 */
export function DecryptDialog({ projectId, bidderId, isJoint, onClose }: Props) {
  const { data } = useCall(bidderFileDecryption, { params: { projectId, bidderId } })
  const release = useAction(releaseKeys, { quiet: true })
  const [keyFile, setKeyFile] = useState<unknown>(null)
  const [password, setPassword] = useState('')
  const [code, setCode] = useState<string | null>(null)
  const [problem, setProblem] = useState('')
  const [done, setDone] = useState<number | null>(null)
  const running = useRef(false)

  const { tenant, employee } = useSession()
  const run = async () => {
    const companyId = employee?.company?.companyId
    // Enter gets here as well, and a second time before anything is drawn.
    if (!data || !tenant || !companyId || running.current) return
    if (code === null ? !keyFile || !password : code === '') return
    running.current = true
    // What is opened is said by this page, never by the file: a key for another order must not leak out here.
    const expect = { tenantId: String(tenant.tenantId), orderId: projectId, bidderId: companyId }
    setProblem('')
    setDone(0)
    // The envelope code is heavy, and needed at this moment only.
    const work = await import('./unwrap.ts').catch(() => null)
    try {
      if (!work) throw new Error('页面未能完整加载，请检查网络后重试')
      const secret = code === null ? { keyFile, password } : { code }
      const keys = await work.unwrapKeys(data.files, { secret, expect }, setDone)
      const outcome = await release.run({ params: { id: data.submissionId }, body: { keys } })
      if (!outcome.ok) throw outcome.error
      onClose()
    } catch (error) {
      setDone(null)
      setProblem(work ? work.explainUnwrap(error) : (error as Error).message)
    } finally {
      running.current = false
    }
  }

  return (
    <FormModal
      title={isJoint ? '提交解密密钥' : '解密投标文件'}
      open
      onCancel={onClose}
      okText={isJoint ? '提交密钥' : '解密并提交'}
      onOk={() => void run()}
      okButtonProps={{
        disabled: !data || (code === null ? !keyFile || !password : code === ''),
        loading: done !== null,
      }}
    >
      <p>
        {code === null
          ? '请选择投标时使用的密钥文件。文件密钥在本机浏览器中解开后提交，私钥与口令不会离开本机。'
          : '请输入投标时抄存的恢复码。恢复码只在本机浏览器中使用，不会离开本机。'}
      </p>
      {isJoint && <p>提交后投标文件仍不能打开：截止提交后由保管人共同开启，全部投标同时公布。</p>}
      {code === null ? (
        <>
          <div className="stage-field kb-stack kb-gap-6 kb-above-12 kb-below-12">
            <label htmlFor="hall-key-file">密钥文件</label>
            <FileChoice
              id="hall-key-file"
              accept=".json,application/json"
              onChoose={(file) => {
                void file.text().then((text) => {
                  try {
                    setKeyFile(JSON.parse(text))
                    setProblem('')
                  } catch {
                    setKeyFile(null)
                    setProblem('不是有效的密钥文件')
                  }
                })
              }}
            />
          </div>
          <label className="stage-field kb-stack kb-gap-6 kb-above-12 kb-below-12">
            密钥口令
            <Input.Password
              autoComplete="off"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
              onPressEnter={() => void run()}
            />
          </label>
        </>
      ) : (
        <RecoveryField value={code} onChange={setCode} />
      )}
      {data?.files.every((file) => 'recovery' in file.header) && (
        <Button
          type="link"
          className="stage-link kb-size-16 kb-accent"
          onClick={() => setCode(code === null ? '' : null)}
        >
          {code === null ? '密钥或口令遗失？改用恢复码' : '改用密钥文件'}
        </Button>
      )}
      {data && code === null && (
        <p className="kb-size-13 kb-soft">
          应使用指纹为 <Fingerprint hex={data.keyFingerprint} /> 的密钥
        </p>
      )}
      {done !== null && data && (
        <Progress
          percent={Math.round((done / Math.max(1, data.files.length)) * 100)}
          format={() => `${done} / ${data.files.length} 个文件`}
        />
      )}
      {problem && <Alert type="error" showIcon title={problem} />}
    </FormModal>
  )
}
