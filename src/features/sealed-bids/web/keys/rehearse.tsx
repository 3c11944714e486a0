import { Alert, Button, Input } from 'antd'
import { useState } from 'react'
import { FileChoice } from '#web/kit/file-choice.tsx'
import { call, CallError } from '#web/call.ts'
import { toast } from '#web/feedback.ts'
import { finishRehearsal, startRehearsal } from '../../contract.ts'
import { inWorker } from '../crypto.ts'
import type { Room } from '../room.ts'
import { Labelled } from '#web/kit/labelled.tsx'
import { keyProblem, shortPrint } from './key-words.ts'

interface RehearseProps {
  orderId: string
  bidKey: Room['keys'][number]
  onPassed: () => void
}

/**
 * The rehearsal with the file on disk and the password as they will be used at the opening: the server seals a secret to
 * the registered key, and only who can open it knows the answer.
 */
export function Rehearse({ orderId, bidKey, onPassed }: RehearseProps) {
  const [file, setFile] = useState<{ name: string; content: unknown } | null>(null)
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)

  const choose = async (chosen: File | undefined) => {
    if (!chosen) return
    try {
      const content = JSON.parse(await chosen.text()) as { fingerprint?: string }
      const other = content.fingerprint !== undefined && content.fingerprint !== bidKey.fingerprint
      setProblem(other ? '这是另一把密钥的文件，请选择与上面指纹一致的文件' : '')
      setFile(other ? null : { name: chosen.name, content })
    } catch {
      setFile(null)
      setProblem('不是有效的密钥文件')
    }
  }
  const run = async () => {
    if (!file || busy) return
    setBusy(true)
    setProblem('')
    try {
      const { rehearsalId, canary } = await call(startRehearsal, {
        params: { orderId },
        body: { keyId: bidKey.keyId },
      })
      const answer = await inWorker('answerCanary', { keyFile: file.content, password, canary })
      const { passed } = await call(finishRehearsal, { params: { orderId, rehearsalId }, body: { answer } })
      if (!passed) return setProblem('预演未通过：该密钥不能解开用登记公钥加密的内容')
      setPassword('')
      toast.success('加密预演通过')
      onPassed()
    } catch (error) {
      if (!(error instanceof CallError && error.handled)) setProblem(keyProblem(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      className="bid-rehearse kb-box-16 kb-above-12"
      onSubmit={(event) => {
        event.preventDefault()
        void run()
      }}
    >
      <p className="kb-size-13 kb-below-12">
        请选择密钥 <code>{shortPrint(bidKey.fingerprint)}</code> 的文件并输入口令。解密在本机完成，私钥和口令不会发送。
      </p>
      <Labelled label="密钥文件">
        {(id) => <FileChoice id={id} accept=".json,application/json" onChoose={(chosen) => void choose(chosen)} />}
      </Labelled>
      <Labelled label="密钥口令">
        {(id) => (
          <Input.Password
            id={id}
            autoComplete="off"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Labelled>
      <Button type="primary" htmlType="submit" disabled={!file || password === ''} loading={busy}>
        开始预演
      </Button>
      {problem && <Alert type="error" showIcon title={problem} />}
    </form>
  )
}
