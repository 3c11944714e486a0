import { AppError } from '#contract/errors.ts'

/** For whom something is made; null: for the platform itself, which is never refused. */
export interface Asker {
  userId: string | null
  companyId: string | null
}

interface QueueOptions {
  /** Pieces of work under way at a time, and of one company (or of one person without). */
  atOnce: number
  ofCompany: number
  /** Pieces that may wait: of one person, of one company, of everybody. */
  waiting: { person: number; company: number; all: number }
  /** What goes first: nothing begins here while something waits there. */
  after?: FairQueue
}

interface Party {
  running: number
  /** What waits, by person; who comes next stands first. */
  people: Map<string, (() => void)[]>
}

/** Seconds after which it is worth asking again. */
const LATER = 10

/**
 * Work in turn: every company is asked for one piece before any is asked for another, and so are the people within a
 * company. Who asks for much waits for itself alone. Lives in one process, as what it works with does.
 */
export class FairQueue {
  readonly #options: QueueOptions
  /** Companies with something to do; whose turn is next stands first. */
  readonly #parties = new Map<string, Party>()
  readonly #followers: FairQueue[] = []
  #running = 0
  #waiting = 0

  constructor(options: QueueOptions) {
    this.#options = options
    if (options.after) options.after.#followers.push(this)
  }

  /**
   * Does the work when its turn has come. Throws `tooMany` when the person or the company has enough waiting, and
   * `unavailable` when everybody together has; both say when to ask again.
   */
  async run<T>(asker: Asker, work: () => Promise<T>): Promise<T> {
    const [company, person] = [asker.companyId ?? asker.userId ?? '', asker.userId ?? '']
    const party = this.#parties.get(company) ?? { running: 0, people: new Map<string, (() => void)[]>() }
    if (asker.userId !== null) this.#demandPlace(party, person)
    this.#parties.set(company, party)
    const turn = Promise.withResolvers<void>()
    party.people.set(person, [...(party.people.get(person) ?? []), turn.resolve])
    this.#waiting++
    this.#next()
    await turn.promise
    try {
      return await work()
    } finally {
      this.#running--
      party.running--
      if (party.running === 0 && party.people.size === 0) this.#parties.delete(company)
      this.#next()
    }
  }

  #demandPlace({ people }: Party, person: string): void {
    const { waiting } = this.#options
    const ofCompany = [...people.values()].reduce((sum, jobs) => sum + jobs.length, 0)
    if ((people.get(person)?.length ?? 0) >= waiting.person || ofCompany >= waiting.company)
      throw new AppError('tooMany', '正在生成的文档较多，请等待完成后再试', { retryAfter: LATER })
    if (this.#waiting >= waiting.all)
      throw new AppError('unavailable', '文档生成繁忙，请稍后再试', { retryAfter: LATER })
  }

  #mustYield(): boolean {
    const { after } = this.#options
    return after !== undefined && after.#waiting > 0
  }

  #next(): void {
    const { atOnce, ofCompany } = this.#options
    while (this.#running < atOnce && !this.#mustYield()) {
      const found = [...this.#parties].find(([, party]) => party.running < ofCompany && party.people.size > 0)
      if (!found) break
      const [company, party] = found
      const [person, [begin, ...rest]] = party.people.entries().next().value!
      // Both go to the end of their row.
      party.people.delete(person)
      if (rest.length > 0) party.people.set(person, rest)
      this.#parties.delete(company)
      this.#parties.set(company, party)
      party.running++
      this.#running++
      this.#waiting--
      begin!()
    }
    if (this.#waiting === 0) for (const follower of this.#followers) follower.#next()
  }
}
