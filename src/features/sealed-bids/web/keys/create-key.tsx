import { Alert, Button, Checkbox, Input, Radio } from 'antd'
import { useRef, useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { clock } from '#web/clock.ts'
import { useSession } from '#web/shell/session.ts'
import { FormModal } from '#web/kit/form-modal.tsx'
import { useAction } from '#web/use-call.ts'
import { registerBidKey } from '../../contract.ts'
import type { KeyFile } from '#features/sealing/core/key-file.ts'
import type { SuiteName } from '#features/sealing/core/suite-types.ts'
import { inWorker } from '../crypto.ts'
import { Labelled } from '#web/kit/labelled.tsx'
import { keyProblem, MIN_PASSWORD, passwordProblem, shortPrint, SUITE_WORDS } from './key-words.ts'
import { saveText } from './save-file.ts'

interface CreateKeyProps {
  /** The algorithm the tender demands; chosen here when left out. */
  suite?: SuiteName
  onClose: () => void
  onCreated?: (key: OutputOf<typeof registerBidKey>) => void
}

/**
 * A new key: made in this browser, saved as a file by the person, and only then registered. Until the file is on disk
 * the key does not count: a key nobody holds would lock the bid for ever.
 */
export function CreateKey({ suite: demanded, onClose, onCreated }: CreateKeyProps) {
  const [suite, setSuite] = useState<SuiteName>(demanded ?? 'intl')
  const [label, setLabel] = useState('')
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [file, setFile] = useState<KeyFile | null>(null)
  const [saved, setSaved] = useState(false)
  const [kept, setKept] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const making = useRef(false)
  const register = useAction(registerBidKey, { success: '密钥已登记', ...(onCreated && { onDone: onCreated }) })
  const { employee } = useSession()

  const make = async () => {
    // Enter a second time: another key would take the place of one whose file may be on the disk already.
    if (making.current || file) return
    const wrong = passwordProblem(password) || (password === again ? '' : '两次输入的口令不一致')
    setProblem(wrong)
    if (wrong) return
    making.current = true
    setBusy(true)
    try {
      const holder = employee?.company?.companyName ?? ''
      setFile(await inWorker('makeKey', { suite, password, holder, createdAt: new Date(clock.now()).toISOString() }))
      setPassword('')
      setAgain('')
    } catch (error) {
      setProblem(keyProblem(error))
    } finally {
      making.current = false
      setBusy(false)
    }
  }
  const save = () => {
    if (!file) return
    saveText(`投标密钥-${file.fingerprint.slice(0, 8)}-${file.suite}.json`, JSON.stringify(file, null, 2))
    setSaved(true)
  }
  const done = async () => {
    if (!file) return
    const outcome = await register.run({ body: { suite: file.suite, publicKey: file.publicKey, label } })
    if (outcome.ok) onClose()
  }

  return (
    <FormModal
      open
      title="创建投标密钥"
      width={560}
      mask={{ closable: false }}
      onCancel={onClose}
      okText={file ? '登记公钥' : '生成密钥'}
      cancelText="取消"
      confirmLoading={busy || register.busy}
      okButtonProps={{ disabled: file !== null && !(saved && kept) }}
      onOk={() => void (file ? done() : make())}
    >
      {file ? (
        <div className="kb-column kb-gap-12 kb-start">
          <p>密钥已在本机生成。平台只登记公钥；私钥只存在于下面的文件中，遗失后无法恢复，已加密的投标将不能解密。</p>
          <p>
            指纹 <code>{shortPrint(file.fingerprint)}</code>
          </p>
          <Button type={saved ? 'default' : 'primary'} onClick={save}>
            {saved ? '再次下载密钥文件' : '下载密钥文件'}
          </Button>
          <Checkbox disabled={!saved} checked={kept} onChange={(event) => setKept(event.target.checked)}>
            文件已妥善保存并另存备份，口令已另行记录
          </Checkbox>
          {!saved && <p className="kb-muted">先下载，才能登记。</p>}
        </div>
      ) : (
        <div className="bid-key-form kb-column kb-gap-12 kb-start">
          {demanded ? (
            <p className="kb-muted">本次使用{SUITE_WORDS[demanded]}</p>
          ) : (
            <Radio.Group
              aria-label="密码算法"
              value={suite}
              onChange={(event) => setSuite(event.target.value as SuiteName)}
              options={(['intl', 'gm'] as const).map((value) => ({ value, label: SUITE_WORDS[value] }))}
            />
          )}
          <Labelled label="名称（选填，便于辨认）">
            {(id) => (
              <Input
                id={id}
                value={label}
                maxLength={60}
                placeholder="如：投标部公用密钥"
                onChange={(event) => setLabel(event.target.value)}
              />
            )}
          </Labelled>
          <Labelled label={`口令（至少 ${MIN_PASSWORD} 位，含字母和数字）`}>
            {(id) => (
              <Input.Password
                id={id}
                autoComplete="new-password"
                value={password}
                onChange={(event) => setPassword(event.target.value)}
                onPressEnter={() => void make()}
              />
            )}
          </Labelled>
          <Labelled label="再次输入口令">
            {(id) => (
              <Input.Password
                id={id}
                autoComplete="new-password"
                value={again}
                onChange={(event) => setAgain(event.target.value)}
                onPressEnter={() => void make()}
              />
            )}
          </Labelled>
          <p className="kb-muted">口令用于加密密钥文件，平台不保存。开标解密时须同时提供密钥文件和口令。</p>
        </div>
      )}
      {problem && <Alert type="error" showIcon title={problem} />}
    </FormModal>
  )
}
