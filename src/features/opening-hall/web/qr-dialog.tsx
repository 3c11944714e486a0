import { Alert, Button, Modal } from 'antd'
import { useEffect, useState } from 'react'
import { formatTime } from '#contract/time.ts'
import { noteChanged } from '#web/stale.ts'
import { useAction, useCall } from '#web/use-call.ts'
import { qrDecryptResult, startQrDecrypt } from '../contract-bid-file.ts'
import { DecryptState } from '../rules.ts'

interface Props {
  submissionId: string
  onClose: () => void
}

interface Pass {
  qrCodeId: string
  address: string
  expiresAt: string
}

const WORDS = [
  '请用手机扫描二维码，在手机上打开密钥文件',
  '手机已打开解密页面，请在手机上完成解密',
  '手机已提交解密密钥',
  '二维码已失效',
]

/** Shows a pass for the telephone as a code drawn here, and waits for what the telephone does with it. */
export function QrDialog({ submissionId, onClose }: Props) {
  const [pass, setPass] = useState<Pass | null>(null)
  const [problem, setProblem] = useState('')
  const start = useAction(startQrDecrypt, { quiet: true, overlay: false })
  const { run } = start
  const make = async () => {
    setProblem('')
    setPass(null)
    const outcome = await run({ params: { id: submissionId } })
    if (outcome.ok) setPass(outcome.data ?? null)
    else setProblem(outcome.error.message)
  }
  useEffect(() => {
    void make()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once per dialog; another one is asked for by the button
  }, [submissionId])
  return (
    <Modal title="手机扫码解密" open onCancel={onClose} footer={null} destroyOnHidden>
      <p>私钥只在手机上打开，不经过电脑和平台。二维码仅限本单位本次开标使用一次，5 分钟内有效。</p>
      {problem && <Alert type="error" showIcon title={problem} />}
      {pass && <Waiting key={pass.qrCodeId} pass={pass} onAgain={() => void make()} onClose={onClose} />}
    </Modal>
  )
}

interface WaitingProps {
  pass: Pass
  onAgain: () => void
  onClose: () => void
}

function Waiting({ pass, onAgain, onClose }: WaitingProps) {
  const { data } = useCall(qrDecryptResult, { params: { id: pass.qrCodeId } }, { every: 3_000, fresh: 0 })
  const state = data?.qrState ?? 0
  const isUsed = state === 2
  useEffect(() => {
    if (!isUsed) return
    // Done on the telephone.
    noteChanged(['hall'])
    onClose()
  }, [isUsed, onClose])
  return (
    <div className="hall-qr kb-pad-y-8 kb-text-centre">
      {state < 2 && <Code address={pass.address} />}
      <p role="status">{WORDS[state]}</p>
      {state < 2 && <p className="kb-size-13 kb-soft">有效至 {formatTime(pass.expiresAt, true).slice(11)}</p>}
      {state === 3 && <Button onClick={onAgain}>重新生成二维码</Button>}
      {data && isUsed && <p>{DecryptState.label(data.decryptState)}</p>}
    </div>
  )
}

/** Drawn in this browser: the address is a secret and goes to no other service. */
function Code({ address }: { address: string }) {
  const [svg, setSvg] = useState('')
  useEffect(() => {
    let shown = true
    void import('qrcode')
      .then(({ default: qr }) => qr.toString(address, { type: 'svg', margin: 2 }))
      .then((drawn) => shown && setSvg(drawn))
    return () => {
      shown = false
    }
  }, [address])
  if (!svg) return <div className="hall-qr-code" />
  return (
    <img
      className="hall-qr-code"
      src={`data:image/svg+xml;utf8,${encodeURIComponent(svg)}`}
      alt="解密二维码"
      data-address={address}
    />
  )
}
