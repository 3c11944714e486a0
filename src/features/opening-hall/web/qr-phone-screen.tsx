import { Alert, Button, Input, Progress, Result } from 'antd'
import { useEffect, useState } from 'react'
import { useParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatTime } from '#contract/time.ts'
import { Countdown } from '#web/kit/values.tsx'
import { Skeleton } from '#web/kit/states.tsx'
import { useAction } from '#web/use-call.ts'
import { openTicket, releaseByTicket } from '../contract-bid-file.ts'
import './qr-phone.css'
import { KeyFileChoice } from './key-file-choice.tsx'

type Bid = OutputOf<typeof openTicket>

/** On the telephone: whose bid it is, the key file, its password. The private key is opened here and stays here. */
export function Screen() {
  const { ticket = '' } = useParams()
  const [bid, setBid] = useState<Bid | null>(null)
  const [problem, setProblem] = useState('')
  const [isDone, setDone] = useState(false)
  const scan = useAction(openTicket, { quiet: true, overlay: false })
  const { run } = scan
  useEffect(() => {
    void run({ body: { ticket } }).then((outcome) => {
      if (outcome.ok) setBid(outcome.data ?? null)
      else setProblem(outcome.error.message)
    })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once per pass
  }, [ticket])
  return (
    <main className="qr-phone" id="main">
      <h1 className="kb-title-22 kb-below-16">手机解密投标文件</h1>
      {isDone ? (
        <Result
          status="success"
          title="解密密钥已提交"
          subTitle="请回到电脑上的开标大厅查看解密结果，本页面可以关闭。"
        />
      ) : problem ? (
        <Result
          status="warning"
          title="不能解密"
          subTitle={`${problem.replace(/。$/, '')}。请回到电脑上的开标大厅重新生成二维码，或直接在电脑上解密。`}
        />
      ) : bid ? (
        <Release bid={bid} ticket={ticket} onDone={() => setDone(true)} />
      ) : (
        <Skeleton lines={6} />
      )}
    </main>
  )
}

function Release({ bid, ticket, onDone }: { bid: Bid; ticket: string; onDone: () => void }) {
  const [keyFile, setKeyFile] = useState<unknown>(null)
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState('')
  const [done, setDone] = useState<number | null>(null)
  const release = useAction(releaseByTicket, { quiet: true, overlay: false })
  const go = async () => {
    const { tenantId, orderId, envelopeBidderId: bidderId } = bid
    setProblem('')
    setDone(0)
    // The envelope code is heavy, and needed at this moment only.
    const work = await import('./unwrap.ts').catch(() => null)
    try {
      if (!work) throw new Error('页面未能完整加载，请检查网络后重试')
      const expect = { tenantId, orderId, bidderId }
      const keys = await work.unwrapKeys(bid.files, { secret: { keyFile, password }, expect }, setDone)
      const outcome = await release.run({ body: { ticket, keys } })
      if (!outcome.ok) throw outcome.error
      onDone()
    } catch (error) {
      setDone(null)
      setProblem(work ? work.explainUnwrap(error) : (error as Error).message)
    }
  }
  return (
    <>
      <dl className="kb-facts kb-rule kb-pad-end-12 kb-below-20">
        <dt>标段</dt>
        <dd>
          {bid.orderTitle}
          <small className="kb-block">
            {bid.orderCode} {bid.stageLabel}
          </small>
        </dd>
        <dt>投标人</dt>
        <dd>{bid.supplierName}</dd>
        <dt>文件</dt>
        <dd>{bid.files.map((file) => file.name).join('、')}</dd>
        <dt>解密截止</dt>
        <dd>{formatTime(bid.windowEnd, true)}</dd>
        <dt>本页有效</dt>
        <dd>
          <Countdown at={bid.expiresAt} />
        </dd>
      </dl>
      <div className="kb-stack kb-gap-6 kb-below-16">
        <label htmlFor="qr-phone-file">密钥文件（投标时保存的 .json 文件）</label>
        <KeyFileChoice id="qr-phone-file" onChoose={setKeyFile} onProblem={setProblem} />
      </div>
      <label className="kb-stack kb-gap-6 kb-below-16">
        密钥口令
        <Input.Password
          size="large"
          autoComplete="off"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </label>
      <p className="kb-size-13 kb-below-16 kb-soft">
        应使用指纹为 {bid.keyFingerprint.slice(0, 16)}…
        的密钥。私钥与口令只在这部手机上使用，提交的只有本次开启的文件的密钥。
      </p>
      {done !== null && (
        <Progress percent={Math.round((done / Math.max(1, bid.files.length)) * 100)} aria-label="解密进度" />
      )}
      {problem && <Alert type="error" showIcon title={problem} />}
      <Button
        type="primary"
        size="large"
        block
        disabled={!keyFile || !password}
        loading={done !== null}
        onClick={() => void go()}
      >
        解密并提交
      </Button>
    </>
  )
}
