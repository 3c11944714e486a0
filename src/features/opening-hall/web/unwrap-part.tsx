import { Alert, Button, Input, Progress } from 'antd'
import { useRef, useState } from 'react'
import type { PropsOf } from '#contract/slot.ts'
import type { BID_SLOTS } from '#features/sealed-bids/contract-slots.ts'
import { FormModal } from '#web/kit/form-modal.tsx'
import { Fingerprint } from '#web/kit/file-list.tsx'
import { useSession } from '#web/shell/session.ts'
import { RecoveryField } from './joint-recovery.tsx'
import { KeyFileChoice } from './key-file-choice.tsx'

type Props = PropsOf<typeof BID_SLOTS.unwrap>

/**
 * Unwraps the content keys of the own bid with the own private key, here in the browser, and hands those on: the
 * private key and its password never leave this page.
 */
export function Part({ title, okText, note, orderId, files, keyFingerprint, onKeys, onClose }: Props) {
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
    if (!files || !tenant || !companyId || running.current) return
    if (code === null ? !keyFile || !password : code === '') return
    running.current = true
    // What is opened is said by this page, never by the file: a key for another order must not leak out here.
    const expect = { tenantId: String(tenant.tenantId), orderId, bidderId: companyId }
    setProblem('')
    setDone(0)
    // The envelope code is heavy, and needed at this moment only.
    const work = await import('./unwrap.ts').catch(() => null)
    try {
      if (!work) throw new Error('页面未能完整加载，请检查网络后重试')
      const secret = code === null ? { keyFile, password } : { code }
      await onKeys(await work.unwrapKeys(files, { secret, expect }, setDone))
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
      title={title}
      open
      onCancel={onClose}
      okText={okText}
      onOk={() => void run()}
      okButtonProps={{
        disabled: !files || (code === null ? !keyFile || !password : code === ''),
        loading: done !== null,
      }}
    >
      <p>
        {code === null
          ? '请选择加密时使用的密钥文件。文件密钥在本机浏览器中解开后提交，私钥与口令不会离开本机。'
          : '请输入加密时抄存的恢复码。恢复码只在本机浏览器中使用，不会离开本机。'}
      </p>
      {note && <p>{note}</p>}
      {code === null ? (
        <>
          <div className="stage-field kb-stack kb-gap-6 kb-above-12 kb-below-12">
            <label htmlFor="hall-key-file">密钥文件</label>
            <KeyFileChoice id="hall-key-file" onChoose={setKeyFile} onProblem={setProblem} />
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
      {files?.every((file) => 'recovery' in file.header) && (
        <Button
          type="link"
          className="stage-link kb-size-16 kb-accent"
          onClick={() => setCode(code === null ? '' : null)}
        >
          {code === null ? '密钥或口令遗失？改用恢复码' : '改用密钥文件'}
        </Button>
      )}
      {keyFingerprint && code === null && (
        <p className="kb-size-13 kb-soft">
          应使用指纹为 <Fingerprint hex={keyFingerprint} /> 的密钥
        </p>
      )}
      {done !== null && files && (
        <Progress
          percent={Math.round((done / Math.max(1, files.length)) * 100)}
          format={() => `${done} / ${files.length} 个文件`}
        />
      )}
      {problem && <Alert type="error" showIcon title={problem} />}
    </FormModal>
  )
}
