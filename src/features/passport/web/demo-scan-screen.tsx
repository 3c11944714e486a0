import { Alert, Button, Input } from 'antd'
import { useState } from 'react'
import { useParams } from 'react-router'
import { tr } from '#web/kit/labels.ts'
import { useAction } from '#web/use-call.ts'
import { demoScan } from '../contract.ts'
import './wechat.css'

/** Plays the telephone that scans the code: the server then calls its own WeChat callback, signed as WeChat signs. */
export function Screen() {
  const { scene = '' } = useParams()
  const [openid, setOpenid] = useState('demo-wechat-1')
  const [reply, setReply] = useState('')
  const scan = useAction(demoScan, { onDone: (answer) => setReply(answer.reply) })
  return (
    <main className="passport-phone kb-stack kb-gap-16 kb-page-centre" id="main">
      <h1 className="kb-size-18">{tr('模拟微信扫码')}</h1>
      <p className="kb-muted">
        {tr('演示环境没有接入微信公众号。本页代替手机：点击后，平台会收到一次与微信格式、签名相同的扫码通知。')}
      </p>
      <form
        className="kb-stack"
        onSubmit={(event) => {
          event.preventDefault()
          void scan.run({ params: { scene }, body: { openid: openid.trim() } })
        }}
      >
        <label htmlFor="openid">{tr('模拟的微信用户')}</label>
        <Input id="openid" value={openid} onChange={(e) => setOpenid(e.target.value)} />
        <Button type="primary" htmlType="submit" block loading={scan.busy}>
          {tr('扫码并关注')}
        </Button>
      </form>
      {reply && (
        <Alert
          type={reply.startsWith('绑定成功') ? 'success' : 'warning'}
          title={`${tr('公众号回复')}：${reply}`}
          description={tr('可关闭本页，返回平台。')}
        />
      )}
    </main>
  )
}
