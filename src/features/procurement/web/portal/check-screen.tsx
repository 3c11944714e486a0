import { Button } from 'antd'
import { Link } from 'react-router'
import { Parts } from '#web/shell/parts.tsx'
import { PORTAL_SLOTS } from '../../contract/slots.ts'
import { PortalFrame } from './portal-frame.tsx'

interface Way {
  /** What can be checked. */
  what: string
  /** With what, and how. */
  how: string
  /** What it shows, and against whom. */
  shows: string
}

/** Who checks what: everybody can do what those before can. */
const READERS: readonly { who: string; ways: readonly Way[] }[] = [
  {
    who: '任何人',
    ways: [
      {
        what: '公告有没有被改过',
        how: '打开公告，看页末“公告真实性”：浏览器重新计算指纹并核对平台签名。',
        shows: '公告发布后改一个字，指纹或签名就不成立。',
      },
      {
        what: '采购文件是不是发布时的那一份',
        how: '在下方选择文件，查它的指纹是否在公开日志中。',
        shows: '日志只能添加：文件登记之后，平台也无法换成另一份而不留痕迹。',
      },
      {
        what: '开标后有没有投标被漏掉',
        how: '从公告页下载公告校验文件，与日志数据一起放进离线核验页。',
        shows: '投标期间的日志条目（含填充条目）逐条公开，总数和指纹都须与截止时的日志头一致。',
      },
      {
        what: '抽取结果有没有被操纵',
        how: '在开标大厅或评审结果中打开抽取记录，浏览器按公布的步骤和信标重新计算。',
        shows: '备选和参与方先登记，随机数后产生；结果由此唯一确定。',
      },
    ],
  },
  {
    who: '投标人',
    ways: [
      {
        what: '自己的投标在截止前完整送达',
        how: '把投标回执（receipt.json）与公告校验文件放进离线核验页。',
        shows: '回执由平台签名，载明时间、文件指纹和日志序号；平台事后不能否认，也不能改动。',
      },
      {
        what: '开标时打开的是自己提交的那份',
        how: '开标后，把回执、公开的密钥和文件一起放进离线核验页。',
        shows: '公开的文件逐个字节等于当初封存的内容。',
      },
      {
        what: '密钥文件完好，打得开自己的投标',
        how: '把密钥文件与密文（.kbe）放进离线核验页；不需要口令，也不打开私钥。',
        shows: '密文是不是用这把密钥封存的。真正解密仍须口令，请在截止前在平台上用密钥文件和口令“预演”一次。',
      },
      {
        what: '自己的回执在归档中',
        how: '取得归档后，把归档和回执一起放进离线核验页。',
        shows: '归档漏掉或换掉了投标，会被指出。',
      },
    ],
  },
  {
    who: '审计与监督',
    ways: [
      {
        what: '归档（卷宗）完整、未被改动',
        how: '把归档压缩包、归档证明（.proof.json）和事先保存的信任文件放进离线核验页。',
        shows: '每个文件、每个字节都在签名的清单之中；应有的内容缺一即不成立；清单在见证人联署的日志中，并有时间戳。',
      },
      {
        what: '评审结果由评审意见得出',
        how: '同上。归档中的评审复算包按公布的公式重新计算。',
        shows: '改动分数、排名或否决理由，或者事后补作抽取，会被逐处指出。',
      },
      {
        what: '平台没有给不同的人看不同的日志',
        how: '运行见证程序，或比对不同时间、不同人保存的日志头。',
        shows: '两份日志头前后不一致，就是平台改写日志的证据。',
      },
    ],
  },
]

/** What a citizen, a bidder and an auditor can check, and where they do it. Public. */
export function Screen() {
  return (
    <PortalFrame>
      <h1>如何核验</h1>
      <p className="kb-soft kb-below-20">
        {
          '平台上的重要行为都会留下任何人可以独立核对的证据。核对在您自己的电脑上进行，不需要登录，也不需要相信平台。不能证明的事，本页不作声称：例如文件内容是否属实，平台无从证明。'
        }
      </p>
      {READERS.map(({ who, ways }) => (
        <section key={who} className="kb-below-20" aria-labelledby={`check-${who}`}>
          <h2 id={`check-${who}`} className="kb-title-15 kb-below-12">
            {who}
          </h2>
          <ul className="portal-checks">
            {ways.map(({ what, how, shows }) => (
              <li key={what} className="portal-check">
                <h3>{what}</h3>
                <p>
                  <b>怎样核对</b>
                  {how}
                </p>
                <p className="kb-soft">
                  <b>说明什么</b>
                  {shows}
                </p>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <Parts of={PORTAL_SLOTS.check} />
      <div className="portal-body">
        <section className="kb-section" aria-labelledby="check-offline">
          <h2 id="check-offline">离线核验页</h2>
          <p className="kb-soft kb-below-12">
            {
              '回执、归档和日志在离线核验页核对。它是单个文件，不联网，断网也能用；您可以保存下来，以后在任何电脑上打开。结论有四种：验证通过；材料自洽，来源未经确认；部分未核对；不成立。只有事先保存的信任文件和见证，才能得出“验证通过”。'
            }
          </p>
          <p className="kb-row kb-gap-16 kb-loose kb-wrap">
            <Button type="primary" href="/verify/">
              打开离线核验页
            </Button>
            <Link to="/portal">查看公告</Link>
          </p>
        </section>
        <aside aria-label="平台信息">
          <Parts of={PORTAL_SLOTS.log} />
        </aside>
      </div>
    </PortalFrame>
  )
}
