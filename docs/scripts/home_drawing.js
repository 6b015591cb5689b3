// Starts the drawing of the home page: evidence is switched on piece by piece until one model is left.
// Whoever touches the drawing takes over.

SC.config = JSON.parse(document.getElementById("config").textContent);

SC.Story = class {
  constructor(board) {
    const { evidence, every } = board.space;
    this.board = board;
    this.pieces = evidence.map((_, k) => k).filter((k) => !evidence[k].fixed);
    this.bare = this.pieces.reduce((state, k) => state & ~(1 << k), every);
    this.timer = null;
    this.button = SC.button("", () => (this.timer === null ? this.begin() : this.stop()), { class: "play" });
    this.node = SC.h("div", { class: "space-play screen-only" }, this.button,
      SC.h("p", null, "Every dot is a causal model. Switch evidence on and off, and see which models are left."));
    for (const event of ["pointerdown", "keydown"]) board.node.addEventListener(event, () => this.stop());
    this.stop();
  }

  begin() {
    this.board.go(this.bare);
    this.timer = setInterval(() => this.step(), 1600);
    this.button.textContent = "Stop";
  }

  step() {
    const { state, space } = this.board;
    const next = this.pieces.find((k) => !(state >> k & 1));
    if (next !== undefined) this.board.flip(next);
    if (next === undefined || this.board.state === space.every) this.stop();
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
    this.button.textContent = "Watch the space vanish";
  }
};

SC.startDrawing = () => {
  const space = SC.unpackSpace(JSON.parse(document.getElementById("drawing").textContent));
  const board = new SC.SpaceBoard(space, "space");
  board.tall = 430; // the frame has the height of the drawing, not the other way round
  board.pick = [null, -1]; // one question at a time: the marks have room for their letters
  const story = new SC.Story(board);
  const main = document.getElementById("main");
  main.append(story.node, board.node);
  let [width, most] = [0, 0]; // what stands below does not jump while the drawing changes
  const tell = () => {
    most = Math.max(window.innerWidth === width ? most : 0, Math.ceil(main.getBoundingClientRect().height) + 4);
    width = window.innerWidth;
    window.parent.postMessage({ height: most }, "*");
  };
  window.addEventListener("message", ({ source, data }) => {
    if (source !== window.parent || !data || !["light", "dark"].includes(data.scheme)) return;
    document.documentElement.dataset.scheme = data.scheme;
    tell();
  });
  new ResizeObserver(tell).observe(main);
  const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  new IntersectionObserver((seen, watch) => {
    if (!seen.some((one) => one.isIntersecting)) return;
    watch.disconnect();
    if (!still) story.begin();
  }, { threshold: 0.3 }).observe(board.box);
  document.documentElement.dataset.ready = "start";
};

window.symcause = SC;
SC.startDrawing();
