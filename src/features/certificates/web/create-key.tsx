import { Alert, Input } from 'antd'
import { useRef, useState } from 'react'
import { clock } from '#web/clock.ts'
import { FormModal } from '#web/kit/form-modal.tsx'
import { Labelled } from '#web/kit/labelled.tsx'
import { shelve } from '../core/key-shelf.ts'
import { type Suite, SUITES } from '../rules/kinds.ts'
import { makeKey, type MadeKey, passwordProblem } from './keys.ts'

interface CreateKeyProps {
  suite: Suite
  holder: string
  onClose: () => void
  onMade: (key: MadeKey) => void
}

/** A key for a certificate: made here, kept in this browser under a password, sent nowhere. */
export function CreateKey({ suite, holder, onClose, onMade }: CreateKeyProps) {
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const making = useRef(false)
  const make = async () => {
    if (making.current) return
    const wrong = passwordProblem(password, again)
    setProblem(wrong)
    if (wrong) return
    making.current = true
    setBusy(true)
    try {
      const made = await makeKey({ suite, password, holder, createdAt: new Date(clock.now()).toISOString() })
      shelve(localStorage, made.file)
      onMade(made)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : '密钥无法生成')
    } finally {
      making.current = false
      setBusy(false)
    }
  }
  const field = (label: string, value: string, onChange: (text: string) => void) => (
    <Labelled label={label}>
      {(id) => (
        <Input.Password
          id={id}
          autoComplete="new-password"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onPressEnter={() => void make()}
        />
      )}
    </Labelled>
  )
  return (
    <FormModal
      open
      title="生成证书密钥"
      width={520}
      mask={{ closable: false }}
      onCancel={onClose}
      okText="生成密钥"
      cancelText="取消"
      confirmLoading={busy}
      onOk={() => void make()}
    >
      <div className="kb-column kb-gap-12">
        <p className="kb-muted">
          {SUITES[suite]}。密钥在本机生成，以口令加密后保存在当前浏览器；平台只收到公钥和证书请求。口令遗失后无法找回。
        </p>
        {field('口令（至少 8 位，含字母和数字）', password, setPassword)}
        {field('再次输入口令', again, setAgain)}
        {problem && <Alert type="error" showIcon title={problem} />}
      </div>
    </FormModal>
  )
}
