/** A pause that can be cut short. Being woken while nobody pauses makes the next pause none. */
export class Nap {
  #woken = false
  #end: (() => void) | null = null

  wake(): void {
    this.#woken = true
    this.#end?.()
  }

  /** Resolves to whether somebody woke us, during the pause or since the last one. */
  async pause(ms: number): Promise<boolean> {
    if (!this.#woken)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        this.#end = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    this.#end = null
    const wasWoken = this.#woken
    this.#woken = false
    return wasWoken
  }
}
