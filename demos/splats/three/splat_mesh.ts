import type { Device, Stream } from "brooklet";
import * as THREE from "three";
import { FRAGMENT_SHADER, vertexShader } from "../draw/shader.js";
import { sizeOf, splatTexture } from "../draw/textures.js";
import { GpuSort } from "../sort/gpu.js";
import { Box, sameView } from "../sort/view.js";
import type { View } from "../sort/view.js";
import type { Splats } from "../splats.js";

/** Splats as an object of a scene of three.js. They are drawn after the opaque objects, and hidden by those before them. */
export class SplatMesh extends THREE.Mesh<THREE.InstancedBufferGeometry, THREE.RawShaderMaterial> {
  private readonly gpu: GpuSort;
  private readonly box: Box;
  private order: Stream;
  private sortedView: View;

  /** `device` has to be one of the renderer's context: `Device.adopt(renderer.getContext())`. */
  constructor(device: Device, renderer: THREE.WebGLRenderer, readonly splats: Splats) {
    super(new THREE.InstancedBufferGeometry());
    const gl = renderer.getContext() as WebGL2RenderingContext;
    const size = sizeOf(splats.count, gl.getParameter(gl.MAX_TEXTURE_SIZE));
    this.gpu = new GpuSort(device, splats);
    this.box = new Box(splats);
    // The first order says where its elements lie, which stays.
    this.sortedView = this.box.view([0, 0, -1], 0);
    this.order = this.gpu.sort(this.sortedView);
    const texture = splatTexture(gl, splats, size);
    // The texture was bound behind the back of three.js. Calls of brooklet need no reset: they leave everything as it was.
    renderer.resetState();

    // The shader numbers the corners itself. The attribute says that there are four.
    this.geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(12), 3));
    this.geometry.setIndex([0, 1, 2, 2, 1, 3]);
    this.geometry.instanceCount = splats.count;
    this.material = new THREE.RawShaderMaterial({
      glslVersion: THREE.GLSL3,
      vertexShader: vertexShader({ width: size.width, order: this.order.glsl("order", "orders") }),
      fragmentShader: FRAGMENT_SHADER,
      uniforms: {
        splats: { value: new THREE.ExternalTexture(texture) },
        orders: { value: new THREE.ExternalTexture(this.order.texture) },
        view: { value: this.modelViewMatrix },
        projection: { value: new THREE.Matrix4() },
        viewport: { value: new THREE.Vector2() },
      },
      transparent: true,
      depthWrite: false,
      side: THREE.DoubleSide,
      blending: THREE.CustomBlending,
      blendSrc: THREE.OneFactor,
      blendDst: THREE.OneMinusSrcAlphaFactor,
    });
    // The bounds are those of the splats, not those of the corners.
    this.frustumCulled = false;
  }

  /** Sorts the splats for the camera that is about to draw them. */
  override onBeforeRender = (renderer: THREE.WebGLRenderer, _scene: THREE.Scene, camera: THREE.Camera): void => {
    const { uniforms } = this.material;
    this.modelViewMatrix.multiplyMatrices(camera.matrixWorldInverse, this.matrixWorld);
    uniforms["projection"]!.value = camera.projectionMatrix;
    const viewport = renderer.getCurrentViewport(new THREE.Vector4());
    uniforms["viewport"]!.value.set(viewport.z, viewport.w);
    // The third row has the depths, which grow to the viewer.
    const m = this.modelViewMatrix.elements;
    const view = this.box.view([-m[2]!, -m[6]!, -m[10]!], m[14]!);
    if (!sameView(view, this.sortedView)) {
      this.order.dispose();
      this.order = this.gpu.sort(view);
      this.sortedView = view;
      // Another stream may lie in another texture.
      uniforms["orders"]!.value.sourceTexture = this.order.texture;
    }
    this.material.uniformsNeedUpdate = true;
  };

  override dispose(): void {
    this.order.dispose();
    this.gpu.dispose();
    this.geometry.dispose();
    this.material.dispose();
  }
}
