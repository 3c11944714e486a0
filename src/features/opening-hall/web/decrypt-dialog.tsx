import { Alert, Button, Input, Modal, Progress } from 'antd'
import { useState } from 'react'
import { toHex } from '#features/sealed-bids/core/bytes.ts'
import { releaseByCode, releaseContentKey } from '#features/sealed-bids/core/envelope.ts'
import { checkHeader, type EnvelopeHeader, type Expectation } from '#features/sealed-bids/core/envelope-header.ts'
import { EnvelopeError } from '#features/sealed-bids/core/errors.ts'
import { importKeyFile } from '#features/sealed-bids/core/key-file.ts'
import { readRecoveryCode } from '#features/sealed-bids/core/recovery.ts'
import { useSession } from '#web/shell/session.ts'
import { useAction, useCall } from '#web/use-call.ts'
import { bidderFileDecryption, releaseKeys } from '../contract.ts'
import { RecoveryField } from './joint-recovery.tsx'

interface Props {
  projectId: string
  bidderId: string
  /** Opened together with officers. */
  isJoint: boolean
  onClose: () => void
  onReleased: () => void
}

/**
 * Unwraps the content keys of the own bid with the own private key, here in the browser, and releases those: the
 * private key and its password never leave this page.
 */
export function DecryptDialog({ projectId, bidderId, isJoint, onClose, onReleased }: Props) {
  const { data } = useCall(bidderFileDecryption, { params: { projectId, bidderId } })
  const release = useAction(releaseKeys, { quiet: true })
  const [keyFile, setKeyFile] = useState<unknown>(null)
  const [fileName, setFileName] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState<string | null>(null)
  const [problem, setProblem] = useState('')
  const [done, setDone] = useState<number | null>(null)

  const { tenant, employee } = useSession()
  const run = async () => {
    const companyId = employee?.company?.companyId
    if (!data || !tenant || !companyId) return
    // What is opened is said by this page, never by the file: a key for another order must not leak out here.
    const expect = { tenantId: String(tenant.tenantId), orderId: projectId, bidderId: companyId }
    setProblem('')
    setDone(0)
    try {
      const unwrap = code === null ? await byKeyFile(keyFile, password) : byCode(code)
      const keys: { position: number; contentKey: string }[] = []
      for (const file of data.files) {
        const contentKey = await unwrap(checkHeader(file.header), expect)
        keys.push({ position: file.position, contentKey: toHex(contentKey) })
        setDone(keys.length)
      }
      const outcome = await release.run({ params: { id: data.submissionId }, body: { keys } })
      if (!outcome.ok) throw outcome.error
      onReleased()
      onClose()
    } catch (error) {
      setDone(null)
      setProblem(explain(error))
    }
  }

  return (
    <Modal
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
          <label className="hall-field">
            密钥文件
            <input
              type="file"
              accept=".json,application/json"
              onChange={(event) => {
                const file = event.target.files?.[0]
                if (!file) return
                setFileName(file.name)
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
          </label>
          <label className="hall-field">
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
        <Button type="link" className="hall-link" onClick={() => setCode(code === null ? '' : null)}>
          {code === null ? '密钥或口令遗失？改用恢复码' : '改用密钥文件'}
        </Button>
      )}
      {data && code === null && (
        <p className="hall-hint">
          应使用指纹为 {data.keyFingerprint.slice(0, 16)}… 的密钥{fileName && `；已选择 ${fileName}`}
        </p>
      )}
      {done !== null && data && (
        <Progress
          percent={Math.round((done / Math.max(1, data.files.length)) * 100)}
          format={() => `${done} / ${data.files.length} 个文件`}
        />
      )}
      {problem && <Alert type="error" showIcon title={problem} />}
    </Modal>
  )
}

type Unwrap = (header: EnvelopeHeader, expect: Expectation) => Promise<Uint8Array> | Uint8Array

async function byKeyFile(file: unknown, password: string): Promise<Unwrap> {
  const { privateKey } = await importKeyFile(file, password)
  return (header, expect) => releaseContentKey(header, privateKey, expect)
}

function byCode(typed: string): Unwrap {
  const code = readRecoveryCode(typed)
  if (code === undefined) throw new Error('恢复码有误，请核对后重新输入')
  return (header, expect) => releaseByCode(header, code, expect)
}

function explain(error: unknown): string {
  if (error instanceof EnvelopeError)
    return error.reason === 'wrong-key' ? '密钥或口令不正确，请确认使用的是投标时的密钥文件' : error.message
  return error instanceof Error ? error.message : '解密失败'
}
